package mockapi.testing.values;

import java.util.List;
import java.util.Map;
import org.jetbrains.annotations.NotNull;

/** Why a request matched what it did, or nothing. */
public final class Explanation extends Value {
    /**
     * Takes the values from JSON.
     *
     * @param json the members, as {@link mockapi.testing.Json} parses them
     */
    public Explanation(@NotNull Map<String, Object> json) {
        super(json);
    }

    /** {@return whether it is an operation of an API} */
    public boolean isMatched() {
        return flag("matched");
    }

    /** {@return why, in a sentence} */
    public @NotNull String getReason() {
        return text("reason");
    }

    /** {@return the nearest operations, the nearest first} */
    public @NotNull List<Operation> getOperations() {
        return values("operations", Operation::new);
    }

    /** {@return the newest faults} */
    public @NotNull List<ComparedFault> getFaults() {
        return values("faults", ComparedFault::new);
    }

    /** An operation, compared with the request. */
    public static final class Operation extends Value {
        /**
         * Takes the values from JSON.
         *
         * @param json the members, as {@link mockapi.testing.Json} parses them
         */
        public Operation(@NotNull Map<String, Object> json) {
            super(json);
        }

        /** {@return the API's short name} */
        public @NotNull String getApi() {
            return text("api");
        }

        /** {@return the operation of the API's document} */
        public @NotNull String getOperationId() {
            return text("operationId");
        }

        /** {@return the method} */
        public @NotNull String getMethod() {
            return text("method");
        }

        /** {@return the path} */
        public @NotNull String getPath() {
            return text("path");
        }

        /** {@return the method and the segments of the path, one by one} */
        public @NotNull List<Comparison> getMembers() {
            return values("members", Comparison::new);
        }
    }

    /** A fault, compared with the request. */
    public static final class ComparedFault extends Value {
        /**
         * Takes the values from JSON.
         *
         * @param json the members, as {@link mockapi.testing.Json} parses them
         */
        public ComparedFault(@NotNull Map<String, Object> json) {
            super(json);
        }

        /** {@return the id} */
        public @NotNull String getId() {
            return text("id");
        }

        /** {@return the type} */
        public @NotNull String getType() {
            return text("type");
        }

        /** {@return its conditions} */
        public @NotNull List<Comparison> getMembers() {
            return values("members", Comparison::new);
        }
    }

    /** One condition, and how a request compares with it. */
    public static final class Comparison extends Value {
        /**
         * Takes the values from JSON.
         *
         * @param json the members, as {@link mockapi.testing.Json} parses them
         */
        public Comparison(@NotNull Map<String, Object> json) {
            super(json);
        }

        /** {@return such as {@code path segment 2}} */
        public @NotNull String getName() {
            return text("name");
        }

        /** {@return what would match} */
        public @NotNull String getExpected() {
            return text("expected");
        }

        /** {@return what came} */
        public @NotNull String getActual() {
            return text("actual");
        }

        /** {@return whether it matches} */
        public boolean isMatches() {
            return flag("matches");
        }
    }
}
