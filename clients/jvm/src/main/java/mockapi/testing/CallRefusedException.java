package mockapi.testing;

import java.util.Collections;
import java.util.Map;
import org.jetbrains.annotations.NotNull;

/** The server refused a call of the control plane. */
public class CallRefusedException extends MockApiException {
    private static final long serialVersionUID = 1L;

    /** What the server said. */
    private final Refusal refusal;

    CallRefusedException(Refusal refusal, String advice) {
        super(refusal + advice, null);
        this.refusal = refusal;
    }

    /** {@return the status of the response} */
    public int getStatus() { return refusal.status; }
    /** {@return the kind of refusal, such as {@code VALIDATION}; empty when the server sent none} */
    public @NotNull String getCode() { return refusal.code; }
    /** {@return the server's own sentence} */
    public @NotNull String getServerMessage() { return refusal.message; }
    /** {@return named facts, such as the field that is wrong} */
    public @NotNull Map<String, Object> getDetails() { return Collections.unmodifiableMap(refusal.details); }
    /** {@return the operation's name in {@code openapi/mock.yaml}} */
    public @NotNull String getOperation() { return refusal.operation; }
    /** {@return the id of the world that was asked} */
    public @NotNull String getWorld() { return refusal.world; }
}
