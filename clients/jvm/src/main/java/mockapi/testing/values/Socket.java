package mockapi.testing.values;

import java.time.Instant;
import java.util.Map;
import org.jetbrains.annotations.NotNull;
import org.jetbrains.annotations.Nullable;

/** An open WebSocket. */
public final class Socket extends Value {
    /**
     * Takes the values from JSON.
     *
     * @param json the members, as {@link mockapi.testing.Json} parses them
     */
    public Socket(@NotNull Map<String, Object> json) {
        super(json);
    }

    /** {@return the number} */
    public long getId() {
        return number("id");
    }

    /** {@return the API's short name} */
    public @NotNull String getApi() {
        return text("api");
    }

    /** {@return the path of its handshake} */
    public @NotNull String getPath() {
        return text("path");
    }

    /** {@return the operation of the API's document} */
    public @Nullable String getOperationId() {
        return textOrNull("operationId");
    }

    /** {@return whose it is} */
    public @Nullable String getAccount() {
        return textOrNull("account");
    }

    /** {@return the client's address} */
    public @NotNull String getRemoteAddress() {
        return text("remoteAddress");
    }

    /** {@return when it was opened, by the world's clock} */
    public @NotNull Instant getOpenedAt() {
        return time("openedAt");
    }

    /** {@return what the server received} */
    public @NotNull Traffic getReceived() {
        return value("received", Traffic::new);
    }

    /** {@return what the server sent} */
    public @NotNull Traffic getSent() {
        return value("sent", Traffic::new);
    }

    /** Messages in one direction. */
    public static final class Traffic extends Value {
        /**
         * Takes the values from JSON.
         *
         * @param json the members, as {@link mockapi.testing.Json} parses them
         */
        public Traffic(@NotNull Map<String, Object> json) {
            super(json);
        }

        /** {@return how many} */
        public long getMessages() {
            return number("messages");
        }

        /** {@return their bytes} */
        public long getBytes() {
            return number("bytes");
        }
    }
}
