"""The ten users: the documented one and nine invented ones."""

from __future__ import annotations

from common import Record


def user(
    contact: tuple[str, str, str, str, str], address: tuple[str, str, str, str, str, str], company: tuple[str, str, str]
) -> Record:
    """A user without `id`; the tuples hold the members in the order in which the record does."""
    name, username, email, phone, website = contact
    street, suite, city, zipcode, lat, lng = address
    return {
        "name": name,
        "username": username,
        "email": email,
        "address": {
            "street": street, "suite": suite, "city": city, "zipcode": zipcode, "geo": {"lat": lat, "lng": lng},
        },
        "phone": phone,
        "website": website,
        "company": dict(zip(("name", "catchPhrase", "bs"), company)),
    }


# The first user is that of the API's documentation, to the letter.
USERS: tuple[Record, ...] = (
    user(("Leanne Graham", "Bret", "Sincere@april.biz", "1-770-736-8031 x56442", "hildegard.org"),
         ("Kulas Light", "Apt. 556", "Gwenborough", "92998-3874", "-37.3159", "81.1496"),
         ("Romaguera-Crona", "Multi-layered client-server neural-net", "harness real-time e-markets")),
    user(("Anneke Doornveld", "anneke", "anneke@example.org", "1-202-555-0147", "doornveld.example.org"),
         ("Molendijk", "Suite 12", "Zuiderwaard", "20417", "52.6183", "4.9027"),
         ("Doornveld & Daughters", "Slow cheese for fast people", "ripen regional supply chains")),
    user(("Tomás Quirarte", "tomasq", "tomas.quirarte@example.com", "(312) 555-0109 x21", "quirarte.example.com"),
         ("Calle del Tamarindo", "Depto. 4", "San Jacinto del Monte", "51830-0096", "19.4075", "-101.2210"),
         ("Talleres Quirarte", "Nothing is broken for good", "restore legacy household platforms")),
    user(("Żaneta Mrozińska", "zaneta_m", "zaneta@example.net", "617.555.0188", "mrozinska.example.net"),
         ("Ulica Jarzębinowa", "Apt. 31", "Stary Brzezin", "37064", "53.1542", "20.6679"),
         ("Papierowy Most", "Every page a bridge", "syndicate hand-bound editions")),
    user(("Ifeoma Adunke", "ifeoma", "ifeoma.adunke@example.org", "+1 415 555 0131", "adunke.example.org"),
         ("Palm Wharf Road", "Floor 2", "New Okpara", "60229", "6.3318", "5.7094"),
         ("Green Terrace Supplies", "A garden on every roof", "cultivate rooftop ecosystems")),
    user(("Maëlle Kervadour", "maelle.k", "maelle@example.com", "1 (646) 555-0163", "kervadour.example.com"),
         ("Rue des Embruns", "Bâtiment C", "Saint-Goulven-le-Port", "29871", "48.5206", "-4.3391"),
         ("Atelier Marée", "Calm software for busy harbours", "orchestrate tidal workflows")),
    user(("Ravi Thamarasan", "ravi_t", "ravi.thamarasan@example.net", "555-0176 ext. 4", "thamarasan.example.net"),
         ("Temple Tank Street", "No. 18", "Perunallur", "64118-0207", "10.8827", "78.4460"),
         ("Two Wheels Collective", "The long way is the short way", "accelerate last-mile pedalling")),
    user(("Søren Lindhagen", "lindhagen", "soren@example.org", "(206) 555.0122", "lindhagen.example.org"),
         ("Fyrvej", "2. tv.", "Nørre Strandby", "84630", "56.9714", "8.4452"),
         ("Lindhagen Lyd", "Sound advice since Tuesday", "amplify acoustic synergies")),
    user(("Hana Mizushiro", "hanamizu", "hana@example.com", "503-555-0154", "mizushiro.example.com"),
         ("Willow Canal Street", "Room 305", "Kitanohama", "70951", "35.2290", "136.0818"),
         ("Mizushiro Textiles", "Threads that remember", "weave end-to-end experiences")),
    user(("Yusuf Karadere", "yusuf", "yusuf.karadere@example.net", "+1 (718) 555-0195", "karadere.example.net"),
         ("Çınaraltı Sokak", "Daire 7", "Yeşilpınar", "43582-0610", "39.8841", "31.0756"),
         ("Karadere Town Guides", "There is always one more street", "map walkable neighbourhoods")),
)


def generate() -> list[Record]:
    """Every user, in order of `id`."""
    return [{"id": number, **record} for number, record in enumerate(USERS, start=1)]
