// Written by script/generate from openapi/mock.yaml; do not edit.
package mockapi.testing.values;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jetbrains.annotations.NotNull;
import org.jetbrains.annotations.Nullable;

/** An open WebSocket. {@code openedAt} is by the world's clock. */
public final class Socket extends Value {
    /**
     * Takes the values from JSON.
     *
     * @param json the members, as {@link mockapi.testing.Json} parses them
     */
    public Socket(@NotNull Map<String, Object> json) { super(json); }

    /** {@return {@code id}} */
    public long getId() { return number("id"); }

    /** {@return {@code api}} */
    public @NotNull String getApi() { return text("api"); }

    /** {@return {@code path}} */
    public @NotNull String getPath() { return text("path"); }

    /** {@return {@code operationId}} */
    public @Nullable String getOperationId() { return textOrNull("operationId"); }

    /** {@return {@code account}} */
    public @Nullable String getAccount() { return textOrNull("account"); }

    /** {@return {@code remoteAddress}} */
    public @NotNull String getRemoteAddress() { return text("remoteAddress"); }

    /** {@return by the world's clock} */
    public @NotNull Instant getOpenedAt() { return time("openedAt"); }

    /** {@return the traffic of a socket in one direction} */
    public @NotNull Traffic getReceived() { return value("received", Traffic::new); }

    /** {@return the traffic of a socket in one direction} */
    public @NotNull Traffic getSent() { return value("sent", Traffic::new); }

    /** {@return the id of the device that opened it} */
    public @NotNull String getDevice() { return text("device"); }

    /** {@return {@code stomp}, {@code sockjs}, {@code channels} or {@code echo}; null for another} */
    public @Nullable String getProtocol() { return textOrNull("protocol"); }

    /** {@return the agreed version of STOMP} */
    public @Nullable String getVersion() { return textOrNull("version"); }

    /** {@return whom the client signed in as over the socket} */
    public @Nullable String getUser() { return textOrNull("user"); }

    /** {@return how often each side promised to be heard, in milliseconds, 0 for never} */
    public @Nullable HeartBeat getHeartBeat() { return valueOrNull("heartBeat", HeartBeat::new); }

    /** {@return {@code subscriptions}} */
    public @NotNull List<Subscription> getSubscriptions() { return values("subscriptions", Subscription::new); }

    /** {@return bytes that wait to be sent} */
    public long getQueuedBytes() { return number("queuedBytes"); }

    /** {@return messages that were dropped because the client was too slow} */
    public long getDroppedMessages() { return number("droppedMessages"); }

    /** How often each side promised to be heard, in milliseconds, 0 for never. */
    public static final class HeartBeat extends Value {
        /**
         * Takes the values from JSON.
         *
         * @param json the members, as {@link mockapi.testing.Json} parses them
         */
        public HeartBeat(@NotNull Map<String, Object> json) { super(json); }

        /** {@return {@code client}} */
        public long getClient() { return number("client"); }

        /** {@return {@code server}} */
        public long getServer() { return number("server"); }
    }

    /** {@code subscriptions} of {@code Socket}. */
    public static final class Subscription extends Value {
        /**
         * Takes the values from JSON.
         *
         * @param json the members, as {@link mockapi.testing.Json} parses them
         */
        public Subscription(@NotNull Map<String, Object> json) { super(json); }

        /** {@return {@code id}} */
        public @NotNull String getId() { return text("id"); }

        /** {@return {@code destination}} */
        public @NotNull String getDestination() { return text("destination"); }

        /** {@return {@code ack}} */
        public @Nullable String getAck() { return textOrNull("ack"); }

        /** {@return {@code unacknowledged}} */
        public long getUnacknowledged() { return number("unacknowledged"); }
    }
}
