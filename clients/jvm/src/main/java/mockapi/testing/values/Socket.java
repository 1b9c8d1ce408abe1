// Written by script/generate from openapi/mock.yaml; do not edit.
package mockapi.testing.values;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jetbrains.annotations.NotNull;
import org.jetbrains.annotations.Nullable;

/** An open WebSocket. {@code openedAt} is by the world's clock. */
public final class Socket extends Value {
    public Socket(@NotNull Map<String, Object> json) { super(json); }
    public long getId() { return number("id"); }
    public @NotNull String getApi() { return text("api"); }
    public @NotNull String getPath() { return text("path"); }
    public @Nullable String getOperationId() { return textOrNull("operationId"); }
    public @Nullable String getAccount() { return textOrNull("account"); }
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
    public @NotNull List<Subscription> getSubscriptions() { return values("subscriptions", Subscription::new); }
    /** {@return bytes that wait to be sent} */
    public long getQueuedBytes() { return number("queuedBytes"); }
    /** {@return messages that were dropped because the client was too slow} */
    public long getDroppedMessages() { return number("droppedMessages"); }
    /** How often each side promised to be heard, in milliseconds, 0 for never. */
    public static final class HeartBeat extends Value {
        public HeartBeat(@NotNull Map<String, Object> json) { super(json); }
        public long getClient() { return number("client"); }
        public long getServer() { return number("server"); }
    }
    /** {@code subscriptions} of {@code Socket}. */
    public static final class Subscription extends Value {
        public Subscription(@NotNull Map<String, Object> json) { super(json); }
        public @NotNull String getId() { return text("id"); }
        public @NotNull String getDestination() { return text("destination"); }
        public @Nullable String getAck() { return textOrNull("ack"); }
        public long getUnacknowledged() { return number("unacknowledged"); }
    }
}
