package mockapi.testing;

/** The server is older than this kit needs. */
public final class ServerTooOldException extends MockApiException {
    private static final long serialVersionUID = 1L;

    ServerTooOldException(String message, Throwable cause) { super(message, cause); }
}
