// Written by script/generate from openapi/mock.yaml; do not edit.
package mockapi.testing;

import java.time.Duration;
import java.util.List;
import mockapi.testing.values.ChannelInfo;
import mockapi.testing.values.ChannelMessage;
import mockapi.testing.values.MessagePage;
import mockapi.testing.values.PushedEvent;
import org.jetbrains.annotations.NotNull;
import org.jetbrains.annotations.Nullable;

/** The calls of {@code world.channels}. */
abstract class ChannelsCalls extends Part {
    ChannelsCalls(ControlPlane plane) { super(plane); }
    /** Send a message to the clients of a channel. */
    public @NotNull PushedEvent push(@NotNull String channel) { return push(channel, null, null, null); }
    /**
     * Send a message to the clients of a channel.
     * @param channel The channel's name or address, or an address with values for its parameters, such as {@code
     * /rooms/7/live}
     * @param api The API's name; null for none
     * @param message The message's name; it may be left out where the server sends only one there; null for none
     * @param payload The payload; null for none
     */
    public @NotNull PushedEvent push(
        @NotNull String channel, @Nullable String api, @Nullable String message, @Nullable Object payload) {
        return call("pushEvent", "POST", "/_mock/events")
            .body(Json.object("api", api, "channel", channel, "message", message, "payload", payload))
            .value(PushedEvent::new);
    }
    /** List the channels of custom APIs and of Interspace, with their messages and the number of their listeners. */
    public @NotNull List<ChannelInfo> list() {
        return call("listChannels", "GET", "/_mock/channels").list("channels", ChannelInfo::new);
    }
    /** Hold back the messages that the server sends on a channel. */
    public void hold(@NotNull String channel) { hold(channel, null, null); }
    /**
     * Hold back the messages that the server sends on a channel.
     * @param channel The channel's name or address; all of its addresses are meant
     * @param api The API's name; null for none
     * @param message The message's name; all messages without it; null for none
     */
    public void hold(@NotNull String channel, @Nullable String api, @Nullable String message) {
        call("holdMessages", "POST", "/_mock/channels/hold")
            .body(Json.object("api", api, "channel", channel, "message", message))
            .done();
    }
    /** Send messages that are held back. */
    public int release() { return release(null, null, null, null); }
    /**
     * Send messages that are held back.
     * @param api The API's name; null for none
     * @param channel The channel's name or address; all channels without it; null for none
     * @param message The message's name; all messages without it; null for none
     * @param count Only the first ones; null for none
     */
    public int release(@Nullable String api, @Nullable String channel, @Nullable String message, @Nullable Long count) {
        return call("releaseMessages", "POST", "/_mock/channels/release")
            .body(Json.object("api", api, "channel", channel, "message", message, "count", count))
            .number("released");
    }
    /** List the messages of channels that clients sent and got. */
    public @NotNull MessagePage messages() { return messages(null, null, null, null, null, null, null, null); }
    /** List the messages of channels that clients sent and got. */
    public @NotNull MessagePage messages(
        @Nullable String api, @Nullable String channel, @Nullable String message, @Nullable String direction,
        @Nullable String account, @Nullable Boolean delivered, @Nullable Long since, @Nullable Integer limit) {
        return call("listMessages", "GET", "/_mock/messages")
            .query("api", api)
            .query("channel", channel)
            .query("message", message)
            .query("direction", direction)
            .query("account", account)
            .query("delivered", delivered)
            .query("since", since)
            .query("limit", limit)
            .value(MessagePage::new);
    }
    /** Wait until a client has sent or got a message. */
    public @NotNull ChannelMessage awaitMessage() {
        return awaitMessage(null, null, null, null, null, null, null, null, null, null);
    }
    /**
     * Wait until a client has sent or got a message.
     * @param api The API's name; null for none
     * @param channel The channel's name or address, or an address with values for its parameters, such as {@code
     * /rooms/7/live}; null for none
     * @param message The message's name; null for none
     * @param payload What the payload has: members by their names, by names with dots or by JSON pointers. Of objects
     * only the members that are given are compared; null for none
     * @param direction Messages that clients sent ({@code received}), or that the server sent; null for none
     * @param account The id of the client's account; null for none
     * @param delivered Messages that arrived, or that did not; null for none
     * @param since The id of a message; only later ones match; null for none
     * @param count How many are awaited; null for none
     */
    public @NotNull ChannelMessage awaitMessage(
        @Nullable String api, @Nullable String channel, @Nullable String message, @Nullable Object payload,
        @Nullable String direction, @Nullable String account, @Nullable Boolean delivered, @Nullable Long since,
        @Nullable Long count, @Nullable Duration timeout) {
        return call("awaitMessage", "POST", "/_mock/messages/wait")
            .body(Json.object(
                "api", api,
                "channel", channel,
                "message", message,
                "payload", payload,
                "direction", direction,
                "account", account,
                "delivered", delivered,
                "since", since,
                "count", count,
                "timeoutMilliseconds", Durations.milliseconds(timeout)))
            .longer(Duration.ofSeconds(60))
            .expects()
            .value(ChannelMessage::new);
    }
    /** Verify how often clients sent or got a message. */
    public int verifySent() { return verifySent(null, null, null, null, null, null, null, null, null, null, null); }
    /**
     * Verify how often clients sent or got a message.
     * @param api The API's name; null for none
     * @param channel The channel's name or address, or an address with values for its parameters, such as {@code
     * /rooms/7/live}; null for none
     * @param message The message's name; null for none
     * @param payload What the payload has: members by their names, by names with dots or by JSON pointers. Of objects
     * only the members that are given are compared; null for none
     * @param direction Messages that clients sent ({@code received}), or that the server sent; null for none
     * @param account The id of the client's account; null for none
     * @param delivered Messages that arrived, or that did not; null for none
     * @param since The id of a message; only later ones match; null for none
     */
    public int verifySent(
        @Nullable String api, @Nullable String channel, @Nullable String message, @Nullable Object payload,
        @Nullable String direction, @Nullable String account, @Nullable Boolean delivered, @Nullable Long since,
        @Nullable Long exactly, @Nullable Long atLeast, @Nullable Long atMost) {
        return call("verifyMessages", "POST", "/_mock/messages/verify")
            .body(Json.object(
                "api", api,
                "channel", channel,
                "message", message,
                "payload", payload,
                "direction", direction,
                "account", account,
                "delivered", delivered,
                "since", since,
                "exactly", exactly,
                "atLeast", atLeast,
                "atMost", atMost))
            .expects()
            .number("count");
    }
}
