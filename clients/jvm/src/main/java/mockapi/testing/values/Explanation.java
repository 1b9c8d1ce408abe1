// Written by script/generate from openapi/mock.yaml; do not edit.
package mockapi.testing.values;

import java.util.List;
import java.util.Map;
import org.jetbrains.annotations.NotNull;

/** Why a request matched an operation and faults, or none; the nearest operation first. */
public final class Explanation extends Value {
    public Explanation(@NotNull Map<String, Object> json) { super(json); }
    /** {@return true when an operation of an API matched} */
    public boolean isMatched() { return flag("matched"); }
    public @NotNull String getReason() { return text("reason"); }
    public @NotNull List<Operation> getOperations() { return values("operations", Operation::new); }
    public @NotNull List<Fault> getFaults() { return values("faults", Fault::new); }
    /** {@code operations} of {@code Explanation}. */
    public static final class Operation extends Value {
        public Operation(@NotNull Map<String, Object> json) { super(json); }
        public @NotNull String getApi() { return text("api"); }
        public @NotNull String getOperationId() { return text("operationId"); }
        public @NotNull String getMethod() { return text("method"); }
        public @NotNull String getPath() { return text("path"); }
        public @NotNull List<Comparison> getMembers() { return values("members", Comparison::new); }
    }
    /** {@code faults} of {@code Explanation}. */
    public static final class Fault extends Value {
        public Fault(@NotNull Map<String, Object> json) { super(json); }
        public @NotNull String getId() { return text("id"); }
        public @NotNull String getType() { return text("type"); }
        public @NotNull List<Comparison> getMembers() { return values("members", Comparison::new); }
    }
}
