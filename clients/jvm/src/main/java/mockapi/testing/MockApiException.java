package mockapi.testing;

/** What this kit throws when it cannot do what a test asks. Its subclasses say why, and each message what to do. */
public class MockApiException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    MockApiException(String message, Throwable cause) { super(message, cause); }
}
