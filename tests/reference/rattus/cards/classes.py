"""The class of every card of every box (rules sections 4, 8, 9 and 10).

A ravage asks only for classes, so cards of other boxes can lie on the table without their abilities.
"""

CARDS_OF_CLASS = {
    "R": "king count treasurer queen emperor",
    "C": "monk pope deacon nun bishop",
    "K": "knight assassin raider soldier crusader",
    "P": "peasant landowner brewer baker serf",
    "B": "merchant hanseatic_trader swindler mayor carrier",
    "W": "witch grave_robber shaman wizard pied_piper",
    "I": "astronomer explorer sultan caravan_leader",
}

CLASS_OF_CARD = {card: letter for letter, cards in CARDS_OF_CLASS.items() for card in cards.split()}
