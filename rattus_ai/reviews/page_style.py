"""The look of the page: light and dark, wide and narrow, on paper."""

from __future__ import annotations

from collections.abc import Sequence

# On light and on dark ground; each has a contrast of at least 4.5 to 1 against its ground.
_INKS = {
    "red": ("#b3261e", "#ff8f85"),
    "blue": ("#1f5fa8", "#8ab8ff"),
    "yellow": ("#806300", "#f2cc4d"),
    "green": ("#22733d", "#7fd491"),
    "white": ("#5a6068", "#e6e8eb"),
    "brown": ("#7a4a2b", "#d9ab84"),
}

_STYLE = """
:root{color-scheme:light dark;--ground:#fbfaf7;--card:#fff;--ink:#1f2328;--soft:#59606a;--rule:#dcd8cf;
--accent:#6b3fa0;--good:#22733d;--bad:#b3261e;--good-bar:#22733d55;--bad-bar:#b3261e55}
@media (prefers-color-scheme:dark){:root{--ground:#14161a;--card:#1c1f25;--ink:#e8e6e1;--soft:#a3a9b3;
--rule:#343942;--accent:#c4a5ee;--good:#7fd491;--bad:#ff8f85;--good-bar:#7fd49155;--bad-bar:#ff8f8555}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0;background:var(--ground);color:var(--ink);
font:1rem/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif}
main,header,footer{max-width:66rem;margin:0 auto;padding:0 1.25rem}
header{padding-top:2.5rem}
h1{font-size:2rem;font-size:clamp(1.6rem,5vw,2.3rem);line-height:1.15;margin:0 0 .4rem;letter-spacing:-.015em;
text-wrap:balance}
h2{font-size:1.3rem;line-height:1.25;margin:2.8rem 0 .6rem;letter-spacing:-.01em}
h3{font-size:1.08rem;line-height:1.3;margin:0;flex:1 1 0}
p{margin:.4rem 0;max-width:46rem}
.lead{font-size:1.1rem}
.soft,figcaption,footer{color:var(--soft)}
.soft{font-size:.92rem}
.mark{display:inline-block;border:1px solid currentColor;border-radius:1rem;padding:.05rem .6rem;
font-size:.82rem;color:var(--bad)}
a{color:var(--accent)}
a:focus-visible,.wide:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
.wide{overflow-x:auto;margin:.8rem 0;-webkit-overflow-scrolling:touch}
figure{margin:.8rem 0}
figcaption{font-size:.88rem;margin-top:.4rem}
table{border-collapse:collapse;width:100%;font-size:.9rem;font-variant-numeric:tabular-nums}
th,td{padding:.42rem .6rem;text-align:left;vertical-align:top;border-bottom:1px solid var(--rule)}
thead th{font-weight:600;color:var(--soft);font-size:.82rem;vertical-align:bottom;border-bottom-width:2px}
tbody th{font-weight:600;position:sticky;left:0;background:var(--ground)}
.n{text-align:right;white-space:nowrap}
.text{min-width:15rem}
tr.blunder>*,tr.mistake>*{background:color-mix(in srgb,var(--bad) 7%,var(--ground))}
.plain{padding-left:1.1rem;max-width:52rem}.plain li{margin:.3rem 0}
.level{font-weight:600;color:var(--bad);white-space:nowrap}
.bar{display:block;height:.3rem;border-radius:.15rem;margin:.2rem 0 0 auto;background:var(--good-bar)}
.bar.down{background:var(--bad-bar)}
.card{background:var(--card);border:1px solid var(--rule);border-radius:.9rem;padding:1.1rem 1.25rem;
margin:1.2rem 0}
.card header{max-width:none;padding:0;margin:0;display:flex;gap:.8rem;align-items:center}
.number{flex:none;width:2rem;height:2rem;border-radius:50%;text-align:center;line-height:2rem;font-weight:700;
color:var(--ground);background:var(--ink)}
.swing{margin-left:auto;font-weight:700;white-space:nowrap;font-variant-numeric:tabular-nums}
.up{color:var(--good)}.down-text{color:var(--bad)}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.25rem 1rem;margin:.8rem 0}
dt{color:var(--soft)}dd{margin:0}
.map svg{display:block;width:100%;height:auto;min-width:42rem;border-radius:.6rem}
svg.graph{display:block;width:100%;height:auto;min-width:40rem}
.grid{stroke:var(--rule);stroke-width:1}
.tick{fill:var(--soft);font-size:13px}
.name{font-size:14px;font-weight:600}
.marker circle{stroke:var(--ground);stroke-width:2}
.marker text{fill:var(--ground);font-size:12px;font-weight:700}
footer{font-size:.88rem;padding-top:1.5rem;padding-bottom:3rem}
@media (max-width:34rem){dl{grid-template-columns:1fr;gap:0}dt{margin-top:.5rem}
main,header,footer{padding-left:.9rem;padding-right:.9rem}.card{padding:.9rem}
.card header{flex-wrap:wrap}.swing{flex-basis:100%;margin-left:2.8rem}}
@media print{:root{color-scheme:light;--ground:#fff;--card:#fff;--ink:#000;--soft:#444;--rule:#bbb;
--accent:#000;--good:#22733d;--bad:#b3261e}
body{font-size:10pt}.card,figure,tr{break-inside:avoid}h2,h3{break-after:avoid}.wide{overflow:visible}
.map svg,svg.graph{min-width:0}.text{min-width:0}
table{font-size:7.5pt}.n{white-space:normal}th,td{padding:.25rem}
a{text-decoration:none}
main,header,footer{max-width:none;padding:0}}
"""


def style(colours: Sequence[str]) -> str:
    """The style sheet, with the colours of the players by number."""
    light = "".join(_player(number, _INKS[colour][0]) for number, colour in enumerate(colours))
    dark = "".join(_player(number, _INKS[colour][1]) for number, colour in enumerate(colours))
    return f"{_STYLE}{light}@media screen and (prefers-color-scheme:dark){{{dark}}}\n"


def _player(number: int, ink: str) -> str:
    return f".p{number}{{color:{ink}}}"
