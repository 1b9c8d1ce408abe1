package mockapi.testing;

/** A call took longer than its time-out. */
public final class CallTimeoutException extends MockApiException {
    private static final long serialVersionUID = 1L;

    CallTimeoutException(String message, Throwable cause) { super(message, cause); }
}
