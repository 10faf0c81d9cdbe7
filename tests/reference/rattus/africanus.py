"""The box of Africanus, from rules section 9 (map, tokens and region cards are stand-ins there)."""

from __future__ import annotations

NORTH_AFRICA = ("mauretania", "numidia", "africa", "libya", "aegyptus")

NEIGHBOURS = """
    mauretania-numidia numidia-africa africa-libya libya-aegyptus
    hispania-mauretania italia-africa turcia-aegyptus
"""

# With 5 players these are not used.
NOT_WITH_FIVE = ("russia", "tartaria")

# What the box adds to the tokens of the base game.
STARTING_TOKENS = "1:IW 2:MIB 3:AIC 4:MPI 5:MAKI"

NORMAL_TOKENS = """
    1:PI 2:ICK 2:MIR
    3:BI 3:AIW 4:MAI 4:PIKR
    5:MCIW 5:ABI 6:MAIR 6:APIB
"""

# Normal tokens removed unseen at set-up.
REMOVED = {2: 24, 3: 20, 4: 16, 5: 8, 6: 0}

# Three region cards for each region, in the order of the base regions and North Africa after them.
REGION_CARDS = """
    anglia:P  anglia:BC  anglia:K
    gallia:W  gallia:RI  gallia:?
    germania:B  germania:B  germania:PK
    hispania:C  hispania:WR  hispania:I
    hungaria:K  hungaria:PB  hungaria:?
    italia:R  italia:R  italia:CI
    polonia:P  polonia:KW  polonia:B
    scandia:C  scandia:PR  scandia:?
    bulgaria:I  bulgaria:BK  bulgaria:W
    turcia:R  turcia:PI  turcia:?
    russia:K  russia:CW  russia:P
    tartaria:B  tartaria:IR  tartaria:C
    mauretania:I  mauretania:KW  mauretania:?
    numidia:W  numidia:W  numidia:PB
    africa:R  africa:CK  africa:?
    libya:P  libya:BI  libya:K
    aegyptus:C  aegyptus:WR  aegyptus:?
"""
