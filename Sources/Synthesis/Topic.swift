/// What things of some names are called, what states and kinds they have, and what is written about them.
final class Topic: Sendable {
  /// The words, in the singular, that name such things; one after `=` only by itself.
  let words: String
  let kind: Owner.Kind
  let names: [String]
  let statuses: [String]
  let types: [String]
  /// The codes and the symbols of the names, in the same order.
  let codes: [String]
  let symbols: [String]
  let texts: [String]
  /// Whether such things are mostly to come.
  let isPlanned: Bool
  /// Whether such things have mostly begun and not ended.
  let isLasting: Bool

  private init(
    _ words: String, _ kind: Owner.Kind = .thing, names: String = "", statuses: String = "", types: String = "",
    texts: String = "", codes: String = "", symbols: String = "", isPlanned: Bool = false,
    isLasting: Bool = false
  ) {
    func list(_ text: String) -> [String] { text.split(separator: "|").map(String.init) }
    (self.words, self.kind, self.names) = (words, kind, list(names))
    (self.isPlanned, self.isLasting) = (isPlanned, isLasting)
    (self.codes, self.symbols) = (list(codes), list(symbols))
    (self.statuses, self.types, self.texts) = (list(statuses), list(types), list(texts))
  }

  /// The topic of a word; nil for a word that says nothing of its thing.
  static func of(_ word: String) -> Topic? { (places[word] ?? places[word.withoutPlural]).map { all[$0] } }

  private static let places: [String: Int] = all.enumerated().reduce(into: [:]) { places, topic in
    for word in topic.element.words.split(separator: " ") where places[String(word)] == nil {
      places[String(word)] = topic.offset
    }
  }

  static let all: [Topic] = people + goods + writings + works + plays + technology

  private static let people = [
    Topic(
      "user customer person author owner employee contact member people patient doctor student teacher client account "
        + "profile assignee reporter creator sender recipient guest driver passenger host buyer seller agent "
        + "participant attendee candidate subscriber player friend staff worker artist usuario cliente persona benutzer "
        + "kunde utilisateur shareholder individual applicant tenant manager lead payer follower moderator reviewer "
        + "beneficiary caregiver instructor trainer speaker actor mentor parent child chef courier", .person,
      statuses: "active|active|invited|active", types: "regular|member|guest",
      texts: "Coffee first, then everything else.|Runner, reader, part-time gardener.|Building small things that last.|"
        + "Based by the sea, usually with a camera.|Loves maps, trains and long walks.|Teaching, learning, cooking.|"
        + "Music on repeat and plants on every shelf.|Here for the good conversations."),
    Topic("admin administrator", .person, statuses: "active", types: "admin"),
    Topic(
      "company organization organisation agency clinic hospital school university gym studio farm enterprise distributor business merchant vendor supplier store shop brand manufacturer publisher "
        + "employer partner empresa firma bank institution provider operator", .company, statuses: "active",
      types: "company|partner|supplier",
      texts: "A family business with two shops and a workshop.|Small team, careful work, fair prices.|"
        + "Supplies restaurants and cafés all over the region.|Founded by three friends in a garage.|"
        + "Repairs what others throw away."),
    Topic(
      "pet animal dog cat mascota haustier",
      names: "Luna|Milo|Bella|Charlie|Daisy|Max|Coco|Rocky|Nala|Oliver|Ruby|Simba|Poppy|Leo|Willow|Buddy",
      statuses: "available|adopted|available|reserved", types: "dog|cat|rabbit|cat|dog|bird",
      texts:
        "Loves long walks and belly rubs.|Calm, curious and good with children.|Sleeps all day, plays all evening.|"
        + "Shy at first, then never leaves your side.|Will do anything for a treat."),
    Topic("place location city address town", .place, statuses: "active", types: "home|work|billing"),
    Topic(
      "venue building warehouse site office facility room hotel station airport branch property stop apartment house villa "
        + "accommodation parking theater theatre cinema museum", .place,
      names: "Riverside House|The Old Mill|Harbour View|"
        + "Garden Suite|Station Square|Park Villa|Lakeside Lodge|Market Hall|North Wing|Cedar Court|Hilltop Rooms|"
        + "Bridge Street 12", statuses: "available|available|occupied", types: "apartment|house|studio",
      texts:
        "Bright rooms and a quiet courtyard.|Five minutes on foot from the station.|The entrance is on the left side.|"
        + "Newly renovated, with a view over the river.|Parking is behind the building."),
    Topic(
      "country",
      names: "Portugal|Germany|United States|Canada|France|Spain|United Kingdom|Australia|Brazil|Ireland|Mexico",
      codes: "PT|DE|US|CA|FR|ES|GB|AU|BR|IE|MX"),
    Topic(
      "language", names: "English|German|French|Spanish|Portuguese|Italian|Dutch|Swedish|Polish|Japanese",
      codes: "en|de|fr|es|pt|it|nl|sv|pl|ja"),
    Topic(
      "currency", names: "Euro|US Dollar|British Pound|Canadian Dollar|Swedish Krona|Australian Dollar|Brazilian Real",
      codes: "EUR|USD|GBP|CAD|SEK|AUD|BRL", symbols: "€|$|£|CA$|kr|A$|R$"),
    Topic(
      "state province region county prefecture",
      names: "Bavaria|Ontario|Catalonia|Texas|Brittany|Skåne|Leinster|Victoria|"
        + "Tuscany|Oregon"),
    Topic(
      "quarter district neighborhood neighbourhood ward suburb commune",
      names: "Old Town|Riverside|Harbour|Hillside|"
        + "Station Quarter|Garden City|Northgate|Lakeside"),
    Topic(
      "team group squad crew community department",
      names: "Design|Engineering|Support|Marketing|Sales|Finance|"
        + "Operations|Research|People|Product|Legal|Field Service|Data|Content", statuses: "active",
      types: "public|private",
      texts: "Meets every Tuesday at ten.|Everyone who talks to customers.|Open to all colleagues.|"
        + "Plans the next two months."),
    Topic(
      "role permission privilege", names: "Admin|Editor|Viewer|Member|Manager|Contributor|Owner|Guest|Moderator|Auditor"
    ),
    Topic("gender sex", names: "female|male"),
  ]

  private static let goods = [
    Topic(
      "product item sku variant good merchandise producto produkt listing part article goods accessory", .product,
      statuses: "active|active|draft|archived", types: "physical|physical|digital",
      texts: "Made with care from local materials.|Light, sturdy and easy to clean.|Works well in small spaces.|"
        + "Our most popular option so far.|Includes everything you need to get started.|Available in several sizes and "
        + "colours.|A reliable choice for everyday use.|Gets better with every year of use."),
    Topic(
      "category genre topic collection segment kategorie categoria interest taxonomy subcategory taxon",
      names: "Home & Garden|Electronics|Books|Clothing|Outdoor|Kitchen|Toys|Health|Office|Sports|Music|Travel|Art|Food",
      statuses: "active", texts: "Everything for the season.|Picked by our team.|New arrivals every week."),
    Topic(
      "label tag keyword hashtag etiqueta",
      names: "Urgent|Idea|Home|Waiting|Work|Travel|Family|Health|Reading|Finance|"
        + "Garden|Music|Errands|Someday"),
    Topic(
      "order purchase checkout", names: "Order 1042|Order 1043|Order 1044|Order 1045|Order 1046|Order 1047",
      statuses: "pending|paid|shipped|delivered|paid", types: "standard|express|pickup",
      texts: "Please leave the parcel with the neighbour.|Gift wrapping, please.|Ring twice, the bell is quiet."),
    Topic(
      "payment transaction charge payout transfer refund deposit withdrawal",
      names: "Groceries|Rent|Salary|Train ticket|Coffee|Electricity|Book shop|Dinner|Insurance|Gym membership",
      statuses: "succeeded|succeeded|pending|failed", types: "payment|refund|transfer",
      texts: "Groceries|Rent for March|Train ticket|Coffee with Nora|Electricity|Book shop|Dinner|Insurance"),
    Topic(
      "invoice bill receipt quote estimate", names: "Invoice 2041|Invoice 2042|Invoice 2043|Invoice 2044",
      statuses: "paid|open|paid|overdue", texts: "Thank you for your business.|Payable within 14 days."),
    Topic(
      "expense budget wallet saving goal",
      names: "Groceries|Rent|Holidays|Transport|Eating out|Insurance|Gifts|Savings|"
        + "Utilities|Clothes", statuses: "active"),
    Topic(
      "discount coupon promotion voucher offer deal",
      names: "Spring Sale|Free Shipping|Welcome Offer|Weekend Deal|"
        + "Two for One|Student Discount|Last Chance|Birthday Treat", statuses: "active|active|expired",
      types: "percentage|fixed",
      texts: "Ten percent off your next order.|Free delivery all weekend.|Buy two, pay for one.",
      isLasting: true),
    Topic(
      "shipment delivery parcel package fulfillment", statuses: "in_transit|delivered|pending",
      types: "standard|express|pickup"),
    Topic(
      "review rating testimonial",
      names: "Better than expected|Good value|Would buy again|Lovely|Does what it should|"
        + "A bit small", statuses: "published",
      texts:
        "Better than I expected, and it arrived a day early.|Good value, would buy again.|Does exactly what it should.|"
        + "Lovely quality, a little smaller than I thought.|My second one, the first is still going strong.|"
        + "Friendly service and quick answers."),
    Topic(
      "plan subscription tier membership pricing",
      names: "Free|Starter|Standard|Professional|Business|Enterprise|"
        + "Premium|Team", statuses: "active|active|canceled", types: "monthly|yearly",
      texts: "For small teams that get going.|Everything in Standard, and priority support.", isLasting: true),
    Topic(
      "restaurant cafe eatery bar bakery diner",
      names: "The Olive Branch|Corner Bistro|Green Table|Noodle House|"
        + "Blue Door Café|Harvest Kitchen|La Piazza|Spice Garden", statuses: "open", types: "restaurant|café|bakery",
      texts: "Seasonal dishes and fresh bread.|Try the soup of the day.|A small place with a long menu."),
    Topic(
      "recipe meal dish menu cookbook",
      names: "Tomato Soup|Lemon Pasta|Mushroom Risotto|Apple Pie|Chickpea Curry|Greek Salad|"
        + "Onion Tart|Pancakes|Roast Pumpkin|Fish Tacos|Lentil Stew|Rice Pudding", statuses: "published",
      types: "dinner|lunch|breakfast|dessert",
      texts: "Ready in half an hour and even better the next day.|A family favourite since 1978.|"
        + "Serve warm with fresh bread.|Simmer until the sauce is thick, then season to taste."),
    Topic(
      "ingredient food grocery nutrient allergen",
      names: "Tomatoes|Olive oil|Garlic|Flour|Butter|Lemon|Basil|Rice|Chickpeas|"
        + "Onions|Eggs|Parsley"),
    Topic(
      "ad advert advertisement classified listing posting",
      names: "Bright two-room flat near the park|City bike, barely used|"
        + "House with garden and garage|Oak dining table|Studio close to the station|Espresso machine with grinder|"
        + "Loft by the river|Electric piano, like new", statuses: "active|active|sold", types: "sale|rent",
      texts:
        "Quiet street, five minutes to the tram.|Serviced last spring, a few scratches.|Available from the first of the month."
    ),
    Topic(
      "unit", names: "Gram|Kilogram|Litre|Millilitre|Piece|Cup|Tablespoon|Teaspoon|Pinch|Bunch",
      codes: "g|kg|l|ml|pc|cup|tbsp|tsp|pinch|bunch", symbols: "g|kg|l|ml|pc|cup|tbsp|tsp|pinch|bunch"),
    Topic("tool utensil equipment", names: "Whisk|Cordless drill|Cast-iron pan|Ladder|Torque wrench|Sieve|Saw|Mixer"),
    Topic(
      "vehicle car truck bike vessel scooter van taxi",
      names: "Golf Estate|Trailhawk|City E|Nomad 500|Falcon GT|"
        + "Swift Cargo|Ranger XL|Comet S", statuses: "available|available|in_use|maintenance",
      types: "sedan|suv|van|hatchback",
      texts: "Serviced last month, full tank.|Quiet, economical and easy to park."),
  ]

  private static let writings = [
    Topic(
      "post =status toot tweet moment feed timeline reel",
      names: "First light over the harbour|Sunday market finds|"
        + "New bike day|Bread number twelve|A quiet week|Hello from the mountains|Plans for spring|Rainy day reading",
      statuses: "published", types: "text|photo|link",
      texts: "First light over the harbour this morning.|Finally fixed the old bike. It squeaks, but it rolls!|"
        + "Bread number twelve: the best crust so far.|Does anyone know a good book shop near the station?|"
        + "Three days in the mountains and not a single cloud.|We are hiring! Come and build maps with us.|"
        + "Sunday market finds: tomatoes, basil and a very old lamp.|Small reminder to take a walk today.|"
        + "The garden is waking up.|New record on the river loop: 42 minutes."),
    Topic(
      "article story blog page news newsletter publication chapter guide",
      names: "How We Rebuilt Our Kitchen|"
        + "Ten Walks Worth the Detour|What We Learned This Year|A Beginner's Guide to Sourdough|Notes from the Road|"
        + "Small Changes That Last|Inside the New Library|Why the Old Town Is Thriving|The Case for Slow Mornings|"
        + "Five Questions Before You Start|A Weekend by the Lake|Better Meetings in Half the Time",
      statuses: "published|published|draft", types: "article|guide|interview",
      texts:
        "It started with a leaking tap and ended with a new floor.|We asked twelve readers for their favourite walk.|"
        + "A short introduction for everyone who is new here.|The plan was simple, the winter was long.|"
        + "What works, what does not, and what we would do again."),
    Topic(
      "message chat thread conversation comment reply discussion channel",
      names: "Weekend plans|Lunch on Friday|"
        + "Release notes|Welcome|Office move|Book club|General|Random|Announcements|Help needed",
      statuses: "sent|delivered|read", types: "text|text|image",
      texts: "Thanks for the quick answer!|See you at ten then.|I have added the numbers, please have a look.|"
        + "Sounds good to me.|Can we move this to Thursday?|The documents are attached.|Great work, everyone.|"
        + "I will be five minutes late.|Has anyone tried the new version?|That explains a lot, thank you."),
    Topic(
      "notification alert announcement reminder",
      names: "New comment|Payment received|Order shipped|New follower|"
        + "Meeting at ten|Password changed|Report ready|Invitation accepted", statuses: "unread|read",
      types: "comment|like|follow|mention",
      texts:
        "Nora commented on your post.|Your order is on its way.|The weekly report is ready.|Your payment was received.|"
        + "Omar started following you.|The meeting begins in ten minutes."),
    Topic(
      "task todo issue ticket card subtask checklist reminder chore assignment",
      names: "Book the train tickets|"
        + "Prepare the quarterly report|Call the landlord|Review the new designs|Water the plants|Update the price list|"
        + "Plan the team lunch|Fix the login page|Send the invoices|Order printer paper|Write the release notes|"
        + "Renew the passport|Clean up the backlog|Test the backup",
      statuses: "open|in_progress|done|open", types: "task|bug|feature",
      texts: "Ask Nora for the latest numbers first.|Two options are enough.|Needs a decision before Friday.|"
        + "The draft is in the shared folder.|Check with support whether this still happens.|Half an hour should do.|"
        + "Waiting for the answer of the supplier."),
    Topic(
      "note memo journal entry document draft diary log",
      names: "Meeting notes|Packing list|Ideas for the garden|"
        + "Reading list|Recipe ideas|Questions for Monday|Travel plans|House rules|Gift ideas|Weekly review",
      statuses: "published|draft",
      texts: "Decided: we ship on Thursday, Omar writes the notes.|Tent, stove, two mugs, the good knife.|"
        + "Move the lavender, plant beans along the fence.|Call back about the window.|Slept well, ran five kilometres."
    ),
    Topic(
      "question faq poll survey quiz answer",
      names: "How do I reset my password?|When do you open?|Which day suits you?|"
        + "Can I change my order?|Where can I park?|Do you ship abroad?", statuses: "open|closed",
      types: "single_choice|multiple_choice|text",
      texts: "Open the settings and choose Reset.|We are open from nine to six.|Yes, until it has left our warehouse."),
    Topic(
      "book novel libro buch livre ebook",
      names: "The Quiet Harbor|A Map of Small Rivers|Winter Light|The Glass Orchard|"
        + "Letters from the Coast|Beneath the Old Bridge|The Last Lantern|Salt and Stars|The Cartographer's Garden|"
        + "Seven Slow Trains", statuses: "available", types: "hardcover|paperback|ebook",
      texts: "A quiet novel about a loud summer.|Two sisters, one island and a letter that came too late."),
    Topic(
      "file document attachment upload asset media image photo picture", .file, statuses: "ready", types: "image",
      texts: "Taken from the bridge in the evening.|The final version.|Scanned at the office."),
  ]

  private static let works = [
    Topic(
      "event meeting conference webinar match game festival concert party activity",
      names: "Spring Conference|"
        + "Team Workshop|Product Launch|Jazz Night|City Marathon|Design Meetup|Quarterly Review|Food Festival|Open House|"
        + "Book Reading|Charity Gala|Code Camp", statuses: "confirmed|confirmed|tentative",
      types: "meeting|workshop|concert",
      texts:
        "Doors open at seven.|Bring your laptop, lunch is included.|Free entry for members.|Please reply by Friday.",
      isPlanned: true),
    Topic(
      "appointment booking reservation visit consultation session rental ride trip",
      names: "Dental check-up|Haircut|"
        + "Annual review|First consultation|Vaccination|Physiotherapy|Eye test|Car service",
      statuses: "confirmed|pending|completed|confirmed", types: "in_person|online",
      texts: "Please come ten minutes early.|Window seat, if possible.|Bring the results of the last visit.",
      isPlanned: true),
    Topic(
      "project workspace board repository repo application app campaign milestone sprint environment initiative",
      names: "Website Relaunch|Mobile App|Data Migration|Spring Campaign|Onboarding|Research Notes|Payments|"
        + "Customer Portal|Office Move|Inventory Sync|Brand Refresh|Analytics", statuses: "active|active|archived",
      types: "internal|client",
      texts: "New look, same address.|From first sketch to launch in twelve weeks.|"
        + "Everything that has to happen before the move.|Weekly check-in on Mondays.", isLasting: true),
    Topic("bucket column stage lane swimlane phase", names: "To do|In progress|Review|Done|Backlog|Blocked"),
    Topic(
      "job vacancy opening career",
      names: "Product Designer|Software Engineer|Account Manager|Data Analyst|"
        + "Operations Lead|Marketing Manager|Support Specialist|Head of Finance", statuses: "open|open|closed",
      types: "full_time|part_time|contract",
      texts: "You enjoy clear words and tidy data.|Four days a week, fully remote."),
    Topic(
      "course lesson class subject module tutorial curriculum training lecture",
      names: "Introduction to Statistics|"
        + "Spanish for Travellers|Watercolour Basics|Web Design|Public Speaking|Modern History|Photography|Bookkeeping",
      statuses: "published|published|draft", types: "online|in_person",
      texts: "No previous knowledge needed.|Eight evenings with plenty of practice."),
    Topic(
      "service treatment amenity",
      names: "Haircut|Deep cleaning|Oil change|Massage|Home repair|Dog walking|Tutoring|"
        + "Photo shoot", statuses: "active", types: "on_site|online",
      texts: "Takes about an hour.|Includes all materials.|By appointment only."),
    Topic(
      "medication medicine drug prescription vaccine supplement",
      names: "Ibuprofen|Vitamin D|Amoxicillin|Paracetamol|"
        + "Cetirizine|Iron", types: "tablet|capsule|syrup", texts: "One tablet after breakfast.|Twice a day with water."
    ),
    Topic(
      "disease condition symptom allergy diagnosis illness",
      names: "Headache|Hay fever|Back pain|Cough|Fatigue|Sore throat",
      statuses: "resolved|active", texts: "Better since last week.|Started three days ago."),
    Topic(
      "contract policy agreement insurance",
      names: "Household insurance|Rental agreement|Service contract|Travel cover",
      statuses: "active", types: "standard|extended", isLasting: true),
  ]

  private static let plays = [
    Topic(
      "song track music audio recording",
      names: "Golden Hour|Paper Boats|Midnight Train|Northern Lights|Slow Dancing|"
        + "Echoes|Summer Rain|Silver Lining|Wildflowers|Open Roads|Afterglow|Blue Horizon", statuses: "published"),
    Topic(
      "album playlist mix",
      names: "Sunday Morning|Late Night Drive|Focus|Kitchen Dancing|Road Trip|Rainy Day|"
        + "Songs for Lena|Summer Evenings", types: "album|single",
      texts: "For slow mornings and strong coffee.|Forty minutes without a skip."),
    Topic(
      "movie film video episode show podcast audiobook series season trailer stream",
      names: "The Long Way Home|"
        + "City of Lanterns|Second Spring|The Weather Station|Almost Famous Bakers|Tide|Letters to No One|Night Shift|"
        + "The Orchard|Return to Pine Lake", statuses: "released", types: "movie|series",
      texts: "A lighthouse keeper finds an unexpected guest.|Two rivals must share one kitchen.|"
        + "A slow, beautiful film about a fast year."),
    Topic(
      "exercise workout activity routine",
      names: "Morning run|Push-ups|Squats|Yoga flow|Rowing|Plank|Bench press|"
        + "Evening ride", types: "strength|cardio|mobility",
      texts: "Keep your back straight and breathe out on the way up."),
    Topic("achievement badge award reward", names: "Early Bird|First Steps|Seven Day Streak|Top Helper|Explorer"),
    Topic("ship planet sector", names: "Wayfarer|Northern Star|Kestrel|Long Reach|Meridian"),
  ]

  private static let technology = [
    Topic(
      "device machine sensor gateway camera printer instrument phone",
      names: "Front door|Kitchen sensor|"
        + "Greenhouse 2|Meeting room display|Garage|Living room|Pump station|Roof camera",
      statuses: "online|online|offline", types: "sensor|camera|thermostat"),
    Topic("zone area region sector field", names: "North field|Garden|Ground floor|Harbour|Old Town|Upper deck"),
    Topic("scene automation", names: "Good morning|Movie night|Away|Dinner"),
    Topic(
      "webhook integration hook connector plugin extension",
      names: "Order updates|Slack messages|Nightly export|"
        + "Billing sync|Team calendar|Error reports", statuses: "active"),
    Topic(
      "token apikey credential secret passkey", names: "Laptop|Build server|Phone|Backup script|Staging",
      statuses: "active",
      types: "personal|service"),
    Topic(
      "server host cluster container worker database",
      names: "web-1|web-2|db-1|cache-1|queue-1|mail-1|"
        + "backup-1|edge-1", statuses: "running|running|stopped", types: "standard|compute"),
    Topic("network interface", names: "Office|Guests|Lab|Warehouse"),
    Topic(
      "export import backup report job run build deployment",
      names: "Monthly report|Nightly backup|Customer export|"
        + "Stock list|Price import", statuses: "completed|completed|running|failed", types: "full|partial"),
    Topic("folder directory", names: "Invoices|Photos|Contracts|Travel|Archive|Receipts|Templates|Shared"),
    Topic("theme skin", names: "Light|Dark|Forest|Ocean|Sand"),
    Topic("setting preference option config configuration parameter", types: "text|number|boolean"),
    Topic("list", names: "Groceries|Reading list|This week|Packing list|Wish list|Favourites|Watch later|Errands"),
  ]
}
