package mockapi.testing;

import mockapi.testing.values.Verification;
import org.jetbrains.annotations.NotNull;

/** The app did not do what a test expected. The message has what was expected, what was found, and what was near. */
public final class VerificationError extends AssertionError {
    private static final long serialVersionUID = 1L;

    private final transient Verification verification;

    VerificationError(String message, Verification verification) {
        super(message);
        this.verification = verification;
    }

    /** {@return the server's verdict; of messages on channels, it has the server's sentence alone, and no count} */
    public @NotNull Verification getVerification() { return verification; }
}
