// Written by script/generate from openapi/mock.yaml; do not edit.
package mockapi.testing.values;

import java.util.List;
import java.util.Map;
import org.jetbrains.annotations.NotNull;

/** Why a request matched an operation and faults, or none; the nearest operation first. */
public final class Explanation extends Value {
    /**
     * Takes the values from JSON.
     *
     * @param json the members, as {@link mockapi.testing.Json} parses them
     */
    public Explanation(@NotNull Map<String, Object> json) { super(json); }

    /** {@return true when an operation of an API matched} */
    public boolean isMatched() { return flag("matched"); }

    /** {@return {@code reason}} */
    public @NotNull String getReason() { return text("reason"); }

    /** {@return {@code operations}} */
    public @NotNull List<Operation> getOperations() { return values("operations", Operation::new); }

    /** {@return {@code faults}} */
    public @NotNull List<Fault> getFaults() { return values("faults", Fault::new); }

    /** {@code operations} of {@code Explanation}. */
    public static final class Operation extends Value {
        /**
         * Takes the values from JSON.
         *
         * @param json the members, as {@link mockapi.testing.Json} parses them
         */
        public Operation(@NotNull Map<String, Object> json) { super(json); }

        /** {@return {@code api}} */
        public @NotNull String getApi() { return text("api"); }

        /** {@return {@code operationId}} */
        public @NotNull String getOperationId() { return text("operationId"); }

        /** {@return {@code method}} */
        public @NotNull String getMethod() { return text("method"); }

        /** {@return {@code path}} */
        public @NotNull String getPath() { return text("path"); }

        /** {@return {@code members}} */
        public @NotNull List<Comparison> getMembers() { return values("members", Comparison::new); }
    }

    /** {@code faults} of {@code Explanation}. */
    public static final class Fault extends Value {
        /**
         * Takes the values from JSON.
         *
         * @param json the members, as {@link mockapi.testing.Json} parses them
         */
        public Fault(@NotNull Map<String, Object> json) { super(json); }

        /** {@return {@code id}} */
        public @NotNull String getId() { return text("id"); }

        /** {@return {@code type}} */
        public @NotNull String getType() { return text("type"); }

        /** {@return {@code members}} */
        public @NotNull List<Comparison> getMembers() { return values("members", Comparison::new); }
    }
}
