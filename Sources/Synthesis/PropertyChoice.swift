/// What properties of some names hold that have few values, and which numbers are usual in them.
final class PropertyChoice: Sendable {
  let names: String
  let values: [String]
  /// The usual numbers; nil where numbers are as of any other name.
  let numbers: ClosedRange<Double>?
  let decimals: Int
  /// Whether properties with this in the same object have values that belong together, as a key and its value.
  let isPaired: Bool
  /// What follows a number that stands in a text.
  let unit: String

  private init(
    _ names: String, _ values: String = "", _ numbers: ClosedRange<Double>? = nil, decimals: Int = 0,
    isPaired: Bool = false, unit: String = ""
  ) {
    self.names = names
    self.values = values.split(separator: "|").map(String.init)
    (self.numbers, self.decimals, self.isPaired, self.unit) = (numbers, decimals, isPaired, unit)
  }

  /// The choices by their names, whose words are joined.
  static let byName: [String: PropertyChoice] = all.reduce(into: [:]) { choices, choice in
    for name in choice.names.split(separator: " ") where choices[String(name)] == nil { choices[String(name)] = choice }
  }

  private static let all: [PropertyChoice] = texts + numbers

  private static let texts = [
    PropertyChoice(
      "blurhash", "LEHV6nWB2yk8pyo0adR*.7kCMdnj|LKO2?U%2Tw=w]~RBVZRi};RPxuwH|LGF5]+Yk^6#M@-5c,1J5@[or[Q6."),
    PropertyChoice("breed race", "Labrador|Siamese|Beagle|Maine Coon|Border Collie|Poodle|Tabby|Dachshund"),
    PropertyChoice("species animaltype pettype", "dog|cat|rabbit|bird"),
    PropertyChoice("theme appearance", "light|dark"),
    PropertyChoice("paymentmethod paymenttype paymentmethodtype paytype", "card|paypal|bank_transfer|cash"),
    PropertyChoice("shippingmethod deliverymethod deliverytype", "standard|express|pickup"),
    PropertyChoice("httpmethod", "GET|POST|PUT|DELETE"), PropertyChoice("method", "standard|manual|automatic"),
    PropertyChoice("role roles userrole", "member|editor|admin"),
    PropertyChoice("platform os operatingsystem devicetype", "ios|android|web"),
    PropertyChoice("emoji emojis reaction", "👍|❤️|🎉|😀|🚀"), PropertyChoice("pronouns", "she/her|he/him|they/them"),
    PropertyChoice("visibility privacy access audience", "public|private"),
    PropertyChoice("direction", "inbound|outbound", 0...359),
    PropertyChoice("severity urgency importance", "low|medium|high", 1...5),
    PropertyChoice("priority", "low|normal|high", 1...5), PropertyChoice("difficulty", "easy|medium|hard", 1...5),
    PropertyChoice(
      "frequency recurrence repeat period cycle billingcycle billingperiod cadence", "daily|weekly|monthly", 1...30),
    PropertyChoice("cuisine cuisinetype", "Italian|Japanese|Mexican|French|Indian|Greek"),
    PropertyChoice("material fabric", "cotton|wool|oak|steel|leather|linen"),
    PropertyChoice("flavour flavor", "vanilla|chocolate|strawberry|lemon"),
    PropertyChoice("ingredient", "tomatoes|olive oil|garlic|flour|butter|lemon|basil|rice"),
    PropertyChoice("allergen allergy", "gluten|milk|nuts|soy|eggs"),
    PropertyChoice("fuel fueltype", "petrol|diesel|electric|hybrid"),
    PropertyChoice("transmission gearbox", "automatic|manual"),
    PropertyChoice("bloodtype bloodgroup", "A+|0+|B+|AB+|0-"), PropertyChoice("maritalstatus", "single|married"),
    PropertyChoice("dayofweek weekday weekstart", "monday|tuesday|wednesday|thursday|friday|saturday", 0...6),
    PropertyChoice("resolution", "1920x1080|1280x720|3840x2160"), PropertyChoice("codec videocodec", "h264|hevc|vp9"),
    PropertyChoice("audiocodec", "aac|opus|mp3"), PropertyChoice("fileformat format exportformat", "pdf|csv|json"),
    PropertyChoice("license licence", "CC BY 4.0|CC BY-SA 4.0|MIT"),
    PropertyChoice(
      "licenseplate plate platenumber numberplate registrationnumber plateno",
      "LX-482-BR|B-NK 2041|7TRX209|AB-123-CD|HK24 VNO"),
    PropertyChoice("model devicemodel cameramodel carmodel vehiclemodel", "Nova 5|Alto 300|Pico 2|Terra X|Vista 12"),
    PropertyChoice("scope scopes permission privilege", "read|write|profile|email"),
    PropertyChoice("action operation event eventtype activitytype trigger", "created|updated|deleted|viewed"),
    PropertyChoice("query search searchterm searchquery term phrase q", "coffee|train tickets|garden|red shoes|maps"),
    PropertyChoice("prefix", "INV-|ORD-|CUS-"),
    PropertyChoice("symbol ticker tickersymbol", "ACME|NOVA|ORCA|TERA|LUMN"),
    PropertyChoice("currencysymbol", "$"),
    PropertyChoice("key attribute", "color|size|region|priority|language|source", isPaired: true),
    PropertyChoice("value defaultvalue", "blue|medium|north|high|en|web", 1...100, isPaired: true),
    PropertyChoice(
      "district neighborhood neighbourhood quarter suburb ward commune",
      "Old Town|Riverside|Harbour|Hillside|Station Quarter|Garden City"),
    PropertyChoice("environment env", "production|staging"), PropertyChoice("protocol scheme", "https|mqtt|tcp"),
    PropertyChoice("encoding charset", "UTF-8"), PropertyChoice("mood", "happy|calm|tired|excited"),
    PropertyChoice("weather weathercondition", "Sunny|Cloudy|Light rain|Clear"),
    PropertyChoice("unitofmeasure uom measurementunit unitname", "piece|kg|litre|box"),
    PropertyChoice("relationship relation", "parent|sibling|friend|spouse"),
    PropertyChoice("degree education educationlevel", "Bachelor's degree|Master's degree|High school"),
    PropertyChoice("skill", "Design|Python|Writing|Photography|Spanish|Cooking"),
    PropertyChoice("hobby", "Running|Photography|Chess|Gardening|Climbing|Painting"),
    PropertyChoice("dosage dose", "500 mg|1 tablet|10 ml"), PropertyChoice("timeslot slot", "09:00|10:30|14:00|16:30"),
    PropertyChoice("seat seatnumber seatno", "12A|14C|7F|3B|21D"), PropertyChoice("extension fileextension", "png"),
    PropertyChoice("css customcss", "body { color: #333; }"), PropertyChoice("json metadata payload", "{}"),
    PropertyChoice("html", "<p>Hello and welcome.</p>|<p>See you soon.</p>"),
    PropertyChoice("paymentterms", "14 days net|30 days net"),
    PropertyChoice("salutation honorific nameprefix", "Ms|Mr|Dr"), PropertyChoice("software", "mock-api"),
  ]

  private static let numbers = [
    PropertyChoice("temperature temp", "", 4...28, decimals: 1), PropertyChoice("pressure", "", 990...1030),
    PropertyChoice("speed windspeed", "", 0...30), PropertyChoice("heartrate bpm pulse", "", 58...130),
    PropertyChoice("steps", "", 2_000...12_000), PropertyChoice("calories kcal energy", "", 80...650),
    PropertyChoice("protein fat carbohydrates carbs fiber sugar", "", 1...40),
    PropertyChoice("fps framerate", "", 24...60),
    PropertyChoice("bitrate audiobitrate", "", 96...320), PropertyChoice("volume", "", 20...100),
    PropertyChoice("quality", "", 60...95), PropertyChoice("port", "", 1_024...9_999),
    PropertyChoice("zoom", "", 8...17),
    PropertyChoice("limit perpage pagesize", "", 20...100), PropertyChoice("offset skip", "", 0...0),
    PropertyChoice("page currentpage pagenumber", "", 1...1), PropertyChoice("bedrooms bathrooms rooms", "", 1...4),
    PropertyChoice("area squaremeters livingarea", "", 35...180),
    PropertyChoice("bearing heading azimuth", "", 0...359),
    PropertyChoice("battery batterylevel", "", 20...100), PropertyChoice("exchangerate", "", 0.8...1.3, decimals: 4),
    PropertyChoice("accuracy", "", 3...20), PropertyChoice("level", "beginner|intermediate|advanced", 1...10),
    PropertyChoice("retrycount attempts retries failures errorcount", "", 0...2),
    PropertyChoice("itemcount itemscount totalitems numberofitems lineitemcount", "", 1...4),
    PropertyChoice("servings portions passengers adults guestcount partysize", "", 1...6),
    PropertyChoice("millis milliseconds durationms latency latencyms responsetime", "", 80...2_500),
    PropertyChoice(
      "minutes durationminutes preptime cooktime readingtime totaltime performtime activetime waittime cookingtime "
        + "preparationtime", "", 5...120, unit: " min"),
    PropertyChoice("x y z left top", "", 0...800),
    PropertyChoice("hours durationhours workinghours", "", 1...8, unit: " h"),
    PropertyChoice("days durationdays nights trialdays", "", 1...14),
    PropertyChoice("months durationmonths", "", 1...12), PropertyChoice("weeks", "", 1...8),
  ]
}
