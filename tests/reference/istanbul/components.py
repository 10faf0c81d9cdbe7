"""The two boxes as plain data, typed from rules sections 1, 2 and 4; where facts are open, from section 5."""

from __future__ import annotations

RED, GREEN, YELLOW, BLUE, COFFEE = range(5)
GOODS = (RED, GREEN, YELLOW, BLUE)

# Places that the rules call by name.
WAINWRIGHT, POST, CARAVANSARY, FOUNTAIN, BLACK_MARKET, TEA_HOUSE = 1, 5, 6, 7, 8, 9
WAREHOUSES = {2: RED, 3: GREEN, 4: YELLOW}
LARGE_MARKET, SMALL_MARKET, POLICE, PALACE, SMALL_MOSQUE, GREAT_MOSQUE, DEALER = 10, 11, 12, 13, 14, 15, 16
ROASTING_PLANT, GUILD_HALL, TAVERN, COFFEE_HOUSE = 17, 18, 19, 20

# Layouts, row by row (1.3, 2.3).
SHORT_PATHS = (15, 5, 2, 14, 4, 12, 7, 3, 8, 6, 11, 9, 13, 10, 1, 16)
LONG_PATHS = (16, 2, 8, 11, 15, 7, 6, 4, 3, 5, 12, 1, 10, 9, 14, 13)
NUMBER_ORDER = tuple(range(1, 17))
FIRST_GAME = (16, 15, 18, 3, 10, 8, 1, 7, 17, 4, 2, 19, 6, 12, 9, 20, 11, 5, 14, 13)

START_LIRA = (2, 3, 4, 5, 6)
START_CAPACITY, MOST_CAPACITY = 2, 5
ASSISTANTS = 4

MOSQUE_STACKS = {2: (2, 4), 3: (2, 3, 4), 4: (2, 3, 4, 5), 5: (2, 3, 4, 5)}
MOSQUE_RUBIES = {2: 2, 3: 3, 4: 4, 5: 4}
DEALER_RUBIES = {2: 9, 3: 10, 4: 12, 5: 12}
PALACE_RUBIES = {2: 6, 3: 6, 4: 7, 5: 7}
HOUSE_RUBIES = 5
# The price of the next ruby is this less the rubies that are left (Q12).
DEALER_END, PALACE_END, HOUSE_END = 24, 11, 11

ANY = -1
PALACE_SPACES = (BLUE, RED, GREEN, YELLOW, ANY, BLUE, RED, GREEN, YELLOW, ANY)

EXTENSION_PRICE = 7

LARGE_DEMAND = ((2, 1, 0, 2), (1, 1, 0, 3), (2, 0, 1, 2), (1, 0, 1, 3), (1, 1, 1, 2))
SMALL_DEMAND = ((1, 1, 2, 1), (1, 2, 1, 1), (1, 3, 1, 0), (1, 2, 2, 0), (0, 2, 2, 1))
LARGE_PAY = (3, 7, 12, 18, 25)
SMALL_PAY = (2, 5, 9, 14, 20)

# Bonus cards: names in the order of their numbers, and how often each is in the deck.
BONUS = (
    "good",
    "lira",
    "far",
    "stay",
    "recall",
    "family",
    "palace",
    "post",
    "dealer",
    "market",
    "coffee",
    "guild",
    "trade",
    "prize",
    "swap",
    "six",
    "corner",
    "wainwright",
    "house",
)
CARD = {name: number for number, name in enumerate(BONUS)}
BASE_COPIES = (4, 4, 4, 2, 2, 2, 2, 2, 2, 2)
NEW_CARDS = len(BONUS) - len(BASE_COPIES)
NEW_COPIES = 2

# The card that repeats the action of a place.
AGAIN = {
    PALACE: CARD["palace"],
    POST: CARD["post"],
    DEALER: CARD["dealer"],
    WAINWRIGHT: CARD["wainwright"],
    COFFEE_HOUSE: CARD["house"],
}

GUILD_CARDS = 20
# What a guild card gives besides its action: Lira, coffee, and the number that eases it (section 5, O1).
GUILD_EXTRAS = {9: (0, 0, 4), 14: (0, 0, 1), 15: (0, 0, 1), 16: (0, 3, 0), 19: (0, 0, 1)}

TAVERN_COSTS = (1, 2, 3, 4)
BARRIER_COFFEE = 2
BAKSHEESH_COFFEE = 4
BAKSHEESH_GOODS = ((0, 0, 3, 0), (3, 0, 0, 0))

# O3, for the die numbers 1 to 6: what (a good, coffee, or Lira) and how many.
LIRA = 5
PRIZES = ((RED, 1), (GREEN, 1), (YELLOW, 1), (BLUE, 1), (LIRA, 2), (COFFEE, 1))

# Tavern tiles.
MOVEMENT, ENCOUNTER = 0, 1

# Figures by number.
NOBODY, GOVERNOR, SMUGGLER, TRADER, NEUTRAL = range(5)
NEUTRAL_STARTS = (14, 15, 16)
