package mockapi.testing;

/** No server answers, and none could be started. The message says what to install or set. */
public final class ServerNotFoundException extends MockApiException {
    private static final long serialVersionUID = 1L;

    ServerNotFoundException(String message, Throwable cause) { super(message, cause); }
}
