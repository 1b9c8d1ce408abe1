"""To-dos: twenty a user, two for each of ten verbs."""

from __future__ import annotations

from common import Record

from .topic import words
from .users import USERS

TODOS_PER_USER = 20

TASKS: dict[str, tuple[str, ...]] = {
    "Buy": words(
        """oat milk and bananas, light bulbs for the hall, a birthday card, stamps, new shoelaces, rye flour,
        cat litter, a replacement fuse, a bunch of tulips, batteries for the torch, a bag of potting soil,
        printer paper, olive oil, wool socks, picture hooks, coffee filters, a spare house key, sunscreen, garden twine,
        train snacks"""
    ),
    "Call": words(
        """the dentist, the landlord, Aunt Marta, the chimney sweep, the insurance office, the vet, the bike shop,
        the school secretary, the water company, the garage, Grandpa, the tax adviser, the library, the plumber,
        the upstairs neighbour, the bank about the new card, the theatre box office, the optician, the choir leader,
        the moving company"""
    ),
    "Book": words(
        """a table for six, seats for the night train, a haircut, the tennis court, a campsite for August,
        the meeting room, a flu jab, a swimming course, the village hall, tickets for the puppet theatre,
        the ferry to the island, a van for Saturday, a viewing of the flat, a guide for the cave tour, an eye test,
        the sauna, a parking space at the station, a language course, a piano lesson, a hotel near the fair"""
    ),
    "Repair": words(
        """the kitchen drawer, the garden hose, the hole in the tent, the squeaky stair, the toaster,
        the loose doorknob, the zip of the blue jacket, the bird table, the reading lamp, the mailbox lid,
        the cracked flowerpot, the sledge, the rear light, the umbrella, the radio aerial, the shed roof,
        the teapot handle, the curtain rail, the wheelbarrow, the doll's house"""
    ),
    "Clean": words(
        """the oven, the gutters, the fridge shelves, the car seats, the bicycle chain, the aquarium, the bathroom fan,
        the attic window, the coffee machine, the hiking boots, the camera lens, the garden chairs, the cellar steps,
        the keyboard, the stove top, the balcony floor, the picnic basket, the shower head, the bread bin,
        the letters on the old sign"""
    ),
    "Write": words(
        """a letter to the editor, the minutes of the meeting, the packing list, a thank-you note, the monthly report,
        a review of the guest house, invitations for the party, the shopping list for Sunday, a speech for the wedding,
        a farewell card for the trainee, the offer for the new customer, the recipe down for Ben, a page in the diary,
        the agenda for Monday, a reference for the tenant, the test plan, a poem for the retirement do,
        the holiday handover, an answer to the survey, the caption for the poster"""
    ),
    "Return": words(
        """the library books, the borrowed ladder, the empty bottles, the shoes that do not fit, the cake tin to Nora,
        the parcel for next door, the rental bike, the projector, the spare key, the jigsaw puzzle, the folding tables,
        the costume, the signed contract, the wrong charger, the serving dish, the fishing rod, the tent pegs,
        the sheet music, the faulty kettle, the car seat"""
    ),
    "Plan": words(
        """the menu for the week, the hike on Saturday, the office move, the vegetable beds, a surprise for Mum,
        the summer party, the next sprint, the route to the coast, a games evening, the kitchen shelves,
        the school fête, the visit to the museum, the budget for spring, the cycling tour, the book club evening,
        the new bathroom, the team lunch, the weekend with the cousins, the shift rota, the photo exhibition"""
    ),
    "Check": words(
        """the smoke alarms, the tyre pressure, the ferry timetable, the expiry date of the passport,
        the electricity meter, the weather for Sunday, the backup of the photos, the bank statement, the first-aid kit,
        the heating thermostat, the wasp trap, the opening hours of the pool, the proofs of the leaflet,
        the greenhouse thermometer, the spelling on the invitation, the brake pads, the guest list, the water filter,
        the seed order, the warranty of the washing machine"""
    ),
    "Sort": words(
        """the receipts, the winter clothes, the toy box, the holiday photos, the spice rack, the tools in the shed,
        the inbox, the recipe cards, the old cables, the bookshelf in the hall, the sewing box, the medicine cabinet,
        the seed packets, the records by composer, the buttons, the paper recycling, the slides from the attic,
        the tax papers, the children's drawings, the camping gear"""
    ),
}


def generate() -> list[Record]:
    """Every to-do, in order of `id`."""
    return [
        {
            "userId": number // TODOS_PER_USER + 1,
            "id": number + 1,
            "title": title(*divmod(number, TODOS_PER_USER)),
            "completed": 7 * (number + number // TODOS_PER_USER) % 17 < 8,
        }
        for number in range(len(USERS) * TODOS_PER_USER)
    ]


def title(user: int, nth: int) -> str:
    """The nth task of a user: no two users share one, and a user's verbs come in an order of their own."""
    verb = tuple(TASKS)[(3 * nth + user) % len(TASKS)]
    return f"{verb} {TASKS[verb][2 * user + nth // len(TASKS)]}"
