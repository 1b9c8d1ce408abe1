import APISupport
import Testing

@Suite("An e-mail address")
struct EmailAddressTests {
  @Test(
    "has one @ and a dot behind it, whatever marks combine with them",
    arguments: ["a@b.c", "juan@example.com", "a@\u{1F3FB}.b", "a@b.\u{301}c", "a\u{301}@b.c"])
  func right(text: String) {
    #expect(EmailAddress.isValid(text))
  }

  @Test(
    "has no second @, no empty part, no white space and no control characters",
    arguments: [
      "", "a", "@b.c", "a@b", "a@.c", "a@b.", "a@b..c", "a..a@b.c", "a@b@c.d", "a @b.c", "a@b.c\u{0}", "a@b.c\u{85}",
    ])
  func wrong(text: String) {
    #expect(!EmailAddress.isValid(text))
  }
}
