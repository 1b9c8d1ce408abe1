/// Words that generated values consist of.
enum Words {
  struct Place {
    let city: String
    let region: String
    let postalCode: String
    let country: String
    let code: String
    let latitude: Double
    let longitude: Double
    let timeZone: String
    let currency: String
    let dialling: String

    var language: String { Words.languages[code] ?? "en" }
  }

  private static func list(_ text: String) -> [String] { text.split(separator: "|").map(String.init) }

  static let firstNames = list(
    "Olivia|Liam|Emma|Noah|Sofia|Mateo|Mia|Lucas|Ava|Leon|Lena|Hugo|Chloe|Adam|Nora|Elias|Zoe|Daniel|Alice|Samuel|Ines|"
      + "Victor|Clara|Oscar|Maya|David|Julia|Omar|Hannah|Felix|Amelia|Jonas|Elena|Theo|Grace|Marco|Aisha|Paul|Yuki|Ravi"
  )
  static let lastNames = list(
    "Martin|Garcia|Nguyen|Schmidt|Rossi|Johnson|Silva|Kowalski|Dubois|Andersson|Patel|Tanaka|Brown|Fischer|Moreau|Lopez|"
      + "Novak|Jensen|Murphy|Weber|Santos|Clark|Haddad|Kim|Romano|Bakker|Olsen|Torres|Walker|Costa|Meyer|Bennett|Ivanov|"
      + "Reyes|Lindqvist|Okafor|Sato|Hughes|Vargas|Keller")
  static let streets = list(
    "Maple Street|Oak Avenue|High Street|Park Road|Station Road|Mill Lane|Church Street|Lake View Drive|Cedar Court|"
      + "Harbour Street|Garden Row|Elm Street|Market Square|River Road|Sunset Boulevard|King Street|Forest Way|Hill Road"
  )
  static let places = [
    Place(
      city: "Lisbon", region: "Lisbon", postalCode: "1100-148", country: "Portugal", code: "PT", latitude: 38.71667,
      longitude: -9.13333, timeZone: "Europe/Lisbon", currency: "EUR", dialling: "+351"),
    Place(
      city: "Berlin", region: "Berlin", postalCode: "10115", country: "Germany", code: "DE", latitude: 52.52437,
      longitude: 13.41053, timeZone: "Europe/Berlin", currency: "EUR", dialling: "+49"),
    Place(
      city: "Portland", region: "OR", postalCode: "97205", country: "United States", code: "US", latitude: 45.52345,
      longitude: -122.67621, timeZone: "America/Los_Angeles", currency: "USD", dialling: "+1"),
    Place(
      city: "Austin", region: "TX", postalCode: "78701", country: "United States", code: "US", latitude: 30.26715,
      longitude: -97.74306, timeZone: "America/Chicago", currency: "USD", dialling: "+1"),
    Place(
      city: "Boston", region: "MA", postalCode: "02108", country: "United States", code: "US", latitude: 42.35843,
      longitude: -71.05977, timeZone: "America/New_York", currency: "USD", dialling: "+1"),
    Place(
      city: "Toronto", region: "ON", postalCode: "M5H 2N2", country: "Canada", code: "CA", latitude: 43.70643,
      longitude: -79.39864, timeZone: "America/Toronto", currency: "CAD", dialling: "+1"),
    Place(
      city: "Lyon", region: "Auvergne-Rhône-Alpes", postalCode: "69002", country: "France", code: "FR",
      latitude: 45.74846, longitude: 4.84671, timeZone: "Europe/Paris", currency: "EUR", dialling: "+33"),
    Place(
      city: "Valencia", region: "Valencia", postalCode: "46001", country: "Spain", code: "ES", latitude: 39.46975,
      longitude: -0.37739, timeZone: "Europe/Madrid", currency: "EUR", dialling: "+34"),
    Place(
      city: "Bristol", region: "England", postalCode: "BS1 4DJ", country: "United Kingdom", code: "GB",
      latitude: 51.45523, longitude: -2.59665, timeZone: "Europe/London", currency: "GBP", dialling: "+44"),
    Place(
      city: "Melbourne", region: "VIC", postalCode: "3000", country: "Australia", code: "AU", latitude: -37.814,
      longitude: 144.96332, timeZone: "Australia/Melbourne", currency: "AUD", dialling: "+61"),
    Place(
      city: "Curitiba", region: "PR", postalCode: "80010-000", country: "Brazil", code: "BR", latitude: -25.42778,
      longitude: -49.27306, timeZone: "America/Sao_Paulo", currency: "BRL", dialling: "+55"),
    Place(
      city: "Utrecht", region: "Utrecht", postalCode: "3511 LX", country: "Netherlands", code: "NL",
      latitude: 52.09083, longitude: 5.12222, timeZone: "Europe/Amsterdam", currency: "EUR", dialling: "+31"),
    Place(
      city: "Dublin", region: "Leinster", postalCode: "D02 X285", country: "Ireland", code: "IE", latitude: 53.33306,
      longitude: -6.24889, timeZone: "Europe/Dublin", currency: "EUR", dialling: "+353"),
    Place(
      city: "Monterrey", region: "NLE", postalCode: "64000", country: "Mexico", code: "MX", latitude: 25.67507,
      longitude: -100.31847, timeZone: "America/Monterrey", currency: "MXN", dialling: "+52"),
    Place(
      city: "Gothenburg", region: "Västra Götaland", postalCode: "411 06", country: "Sweden", code: "SE",
      latitude: 57.70716, longitude: 11.96679, timeZone: "Europe/Stockholm", currency: "SEK", dialling: "+46"),
  ]
  static let companyWords = list(
    "Northwind|Bluebird|Cedar & Co|Harbor|Silverline|Brightside|Evergreen|Lumen|Redwood|Summit|Clearwater|Stonebridge|"
      + "Meridian|Foxglove|Driftwood|Beacon|Copper Hill|Juniper|Skyline|Oakfield")
  static let companyEndings = list("Labs|Trading|Studio|Foods|Systems|Partners|Logistics|Design|Group|Works")
  static let jobTitles = list(
    "Product Designer|Software Engineer|Account Manager|Data Analyst|Operations Lead|Marketing Manager|Sales Associate|"
      + "Customer Success Manager|Project Manager|Support Specialist|Research Assistant|Head of Finance")
  static let productLooks = list(
    "Classic|Compact|Handmade|Lightweight|Organic|Wireless|Foldable|Vintage|Everyday|Deluxe|Slim|Recycled|Soft|Smart")
  static let productStuffs = list("Oak|Cotton|Steel|Wool|Leather|Ceramic|Linen|Bamboo|Glass|Canvas|Cork|Copper")
  static let products = list(
    "Chair|Lamp|Backpack|Mug|Notebook|Jacket|Kettle|Blanket|Desk|Bottle|Headphones|Wallet|Shelf|Sneakers|Teapot|Watch")
  static let categories = list(
    "Home & Garden|Electronics|Books|Clothing|Outdoor|Kitchen|Toys|Health|Office|Sports|Music|Travel|Art|Food")
  static let names = list(
    "Aurora|Bluebird|Cascade|Delta|Ember|Fjord|Granite|Horizon|Indigo|Juniper|Kestrel|Lagoon|Meadow|Nimbus|Orchid|"
      + "Pioneer|Quartz|Ridge|Sierra|Tundra")
  static let sentences = list(
    "Delivered on time and in good condition.|A reliable choice for everyday use.|Please call before you arrive.|"
      + "Includes everything you need to get started.|The entrance is on the left side of the building.|"
      + "Updated after the last review.|Made with care from local materials.|Works well in small spaces.|"
      + "Requested by the customer on the phone.|Available in several sizes and colours.|"
      + "We discussed the next steps and agreed on a date.|Everything went smoothly from start to finish.|"
      + "This one needs a second look.|Perfect for a quiet weekend.|A short introduction for new members.|"
      + "Thanks for the quick answer!|The documents are attached.|Closed on public holidays.|"
      + "Our most popular option so far.|Tested twice, no problems found.")
  static let colours = list("red|blue|green|black|white|orange|purple|yellow|grey|teal|navy|olive")
  static let tags = list(
    "new|sale|featured|travel|design|music|food|outdoor|family|research|garden|news|tips|popular|health|archive|urgent|"
      + "classic|seasonal|local")
  static let keys = list(
    "alpha|beta|gamma|delta|north|south|east|west|primary|secondary|default|extra|spring|summer|autumn|winter")
  static let types = list("standard|basic|custom|default|internal|external")
  static let statuses = list("active|pending|completed|inactive")
  static let brands = list("Norda|Fenwick|Altura|Kobo & Sons|Maren|Tessel|Velo|Arcadia|Lindt & Hall|Osprey Works")
  static let files = list("report|invoice|photo|notes|summary|contract|presentation|budget|schedule|readme")
  static let languages = [
    "PT": "pt", "DE": "de", "FR": "fr", "ES": "es", "BR": "pt", "NL": "nl", "MX": "es", "SE": "sv",
  ]
  static let pictureFiles = list("photo|harbour|garden|team|market|bridge|kitchen|mountains|portrait|sunset")
  /// What anything may be, where nothing else is known of it.
  static let plainValues = list(
    "Standard|Extended|Regular|Basic|Premium|Custom|Classic|Compact|Advanced|Essential|Light|Plus")
  /// What goes before the word for a thing to name one of them.
  static let looks = list(
    "Main|Second|Weekly|Shared|Local|Spring|Quick|Central|Monthly|Internal|Public|Regional|Early|Special|Small|Northern|"
      + "Updated|Evening|Daily|Backup")
  static let hexColours = list("#1E88E5|#43A047|#F4511E|#8E24AA|#FDD835|#00897B|#3949AB|#D81B60|#6D4C41|#546E7A")
  static let userAgents = list(
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15|"
      + "Mozilla/5.0 (X11; Linux x86_64; rv:126.0) Gecko/20100101 Firefox/126.0")
}
