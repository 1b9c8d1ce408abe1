package mockapi.testing;

/** What happens when a test ends and its world still has open WebSockets. */
public enum LeakedSockets {
    /** The test fails. */
    ERROR,
    /** A warning is printed. */
    WARN,
    /** Nothing; nobody looks. */
    IGNORE
}
