package mockapi.testing;

/** Something answers at the URL, but it is no mock-api. */
public final class NotMockServerException extends MockApiException {
    private static final long serialVersionUID = 1L;

    NotMockServerException(String message, Throwable cause) { super(message, cause); }
}
