"""The base box, typed from rules sections 1 and 4 (map and tokens are stand-ins there)."""

from __future__ import annotations

# Region -> smallest number of players that uses it (rules 1.1).
REGION_GROUPS = {
    "anglia": 2,
    "gallia": 2,
    "germania": 2,
    "hispania": 2,
    "hungaria": 2,
    "italia": 2,
    "polonia": 2,
    "scandia": 2,
    "bulgaria": 3,
    "turcia": 3,
    "russia": 4,
    "tartaria": 4,
}

NEIGHBOURS = """
    gallia-hispania russia-tartaria anglia-gallia hispania-italia germania-italia germania-scandia
    anglia-germania gallia-germania gallia-italia germania-polonia germania-hungaria italia-hungaria
    polonia-hungaria polonia-russia polonia-tartaria hungaria-bulgaria hungaria-tartaria bulgaria-turcia
    bulgaria-tartaria turcia-tartaria scandia-russia anglia-scandia
"""

STARTING_TOKENS = "1:PK 2:MBW 2:PCR 3:CKW 3:MBR 4:MPW 4:ABC 4:MKWR 5:MAPR 5:ABCK 6:MAPBW 6:APCKR"

NORMAL_TOKENS = """
    1:BC 1:WR 1:PK 1:WR
    2:MBC 2:MPK 2:BKR 2:PCW
    3:PBW 3:MCK 3:APR 3:BKW 3:MCR 3:APB 3:CKR
    4:MPCW 4:ABK 4:PBWR 4:MCKR 4:ACW 4:PBKR 4:MBCW 4:APK
    5:MAWR 5:APBC 5:MAKW 5:MPBCR 5:MAKW 5:ABKR 5:MAPC 5:MCKWR
    6:MABWR 6:APBKW 6:MAPCR 6:ABCKW 6:MAPWR 6:ABCKR
"""

# Normal tokens removed unseen at set-up (rules 2.3).
REMOVED = {2: 12, 3: 6, 4: 0}

BASE_CARDS = {"king": "R", "monk": "C", "knight": "K", "peasant": "P", "merchant": "B", "witch": "W"}
