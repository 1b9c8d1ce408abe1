package mockapi.testing;

/** The server that the kit started has ended. The message names the signal and has its last lines. */
public final class ServerEndedException extends MockApiException {
    private static final long serialVersionUID = 1L;

    ServerEndedException(String message, Throwable cause) { super(message, cause); }
}
