package mockapi.testing;

/** The thread was interrupted during a call. Its interrupt flag is set. */
public final class CallCancelledException extends MockApiException {
    private static final long serialVersionUID = 1L;

    CallCancelledException(String message, Throwable cause) { super(message, cause); }
}
