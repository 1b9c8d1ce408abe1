package mockapi.testing.values;

import java.time.Instant;
import java.util.List;
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

    /** {@return the id of the device that opened it} */
    public @NotNull String getDevice() {
        return text("device");
    }

    /** {@return {@code stomp}, {@code sockjs}, {@code channels} or {@code echo}; null for another} */
    public @Nullable String getProtocol() {
        return textOrNull("protocol");
    }

    /** {@return the agreed version of STOMP} */
    public @Nullable String getVersion() {
        return textOrNull("version");
    }

    /** {@return whom the client signed in as over the socket} */
    public @Nullable String getUser() {
        return textOrNull("user");
    }

    /** {@return how often each side promised to be heard} */
    public @Nullable HeartBeat getHeartBeat() {
        return valueOrNull("heartBeat", HeartBeat::new);
    }

    /** {@return what its client subscribed to} */
    public @NotNull List<Subscription> getSubscriptions() {
        return values("subscriptions", Subscription::new);
    }

    /** {@return bytes that wait to be sent} */
    public long getQueuedBytes() {
        return number("queuedBytes");
    }

    /** {@return messages that the client was too slow for} */
    public long getDroppedMessages() {
        return number("droppedMessages");
    }

    /** How often each side promised to be heard, in milliseconds; 0 for never. */
    public static final class HeartBeat extends Value {
        /**
         * Takes the values from JSON.
         *
         * @param json the members, as {@link mockapi.testing.Json} parses them
         */
        public HeartBeat(@NotNull Map<String, Object> json) {
            super(json);
        }

        /** {@return the client} */
        public long getClient() {
            return number("client");
        }

        /** {@return the server} */
        public long getServer() {
            return number("server");
        }
    }

    /** What a socket's client subscribed to. */
    public static final class Subscription extends Value {
        /**
         * Takes the values from JSON.
         *
         * @param json the members, as {@link mockapi.testing.Json} parses them
         */
        public Subscription(@NotNull Map<String, Object> json) {
            super(json);
        }

        /** {@return the client's id of it} */
        public @NotNull String getId() {
            return text("id");
        }

        /** {@return the destination} */
        public @NotNull String getDestination() {
            return text("destination");
        }

        /** {@return how the client acknowledges; null where the protocol has no acknowledgements} */
        public @Nullable String getAck() {
            return textOrNull("ack");
        }

        /** {@return how many messages it has not acknowledged} */
        public long getUnacknowledged() {
            return number("unacknowledged");
        }
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
