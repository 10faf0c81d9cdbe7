"""The Python side of Istanbul with Mocha & Baksheesh: box, documents, languages, drawing."""
