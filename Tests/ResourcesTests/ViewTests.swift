import Resources
import Testing

@Suite("A record that is a view")
struct ViewTests {
  private let model = APIModel(
    smallDocument(
      [
        "POST /club <NewClub ClubResponse", "GET /club ?id,name ClubResponse", "GET /club/list Clubs",
        "POST /club/follow <Follow ClubResponse", "POST /entry <NewEntry EntryResponse", "GET /entry ?id EntryResponse",
        "GET /entry/list ?club_id Entries", "GET /search ?q Found",
      ],
      schemas: [
        "Club": "id:integer!;name:string!;title:string", "Entry": "id:integer!;name:string!;club_id:integer!",
        "ClubView": "club:Club!;subscribed:boolean!", "EntryView": "entry:Entry!;club:Club!;saved:boolean",
        "NewClub": "name:string!;title:string", "NewEntry": "name:string!;club_id:integer!",
        "ClubResponse": "club_view:ClubView!", "EntryResponse": "entry_view:EntryView!", "Clubs": "clubs:[ClubView]!",
        "Entries": "entries:[EntryView]!", "Follow": "club_id:integer!;follow:boolean!",
        "Found": "entries:[EntryView]!;clubs:[ClubView]!",
      ]))

  @Test("has its id in the record proper, and shows records of other resources")
  func parts() throws {
    let entries = try #require(model.resource("entries"))
    #expect(entries.viewMember == "entry")
    #expect(entries.nestedIDMember == ["entry", "id"])
    #expect(entries.viewParts == ["club": model.resource("clubs")?.name])
  }

  @Test("is read by the query")
  func query() throws {
    let read = try #require(model.operations.first { $0.path == "/club" && $0.method == "GET" })
    #expect(read.kind == .read)
    #expect(read.idParameter == "id")
    #expect(read.filters == ["name": "name"])
    #expect(read.answerEnvelope == ["club_view"])
  }

  @Test("is changed by what an action's request says")
  func request() throws {
    let follow = try #require(model.operations.first { $0.path == "/club/follow" })
    #expect(follow.idContentMember == "club_id")
    #expect(follow.change?.member == "subscribed")
    #expect(follow.change?.value(for: ["follow": false]) == false)
  }

  @Test("is found by a search over several resources")
  func search() throws {
    let search = try #require(model.operations.first { $0.path == "/search" })
    #expect(Set(search.lists.keys) == ["entries", "clubs"])
  }
}
