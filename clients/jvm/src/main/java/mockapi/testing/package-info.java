/**
 * A test kit for mock-api: a world for each test, with a clock, faults and a journal. {@link
 * mockapi.testing.MockServer} finds or starts the server, and {@link mockapi.testing.World} is what a test works
 * with. The classes in {@code junit4} and {@code junit5} need JUnit; the rest needs the JDK, or Android, alone.
 */
package mockapi.testing;
