package mockapi.testing;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import mockapi.testing.values.ChannelMessage;
import mockapi.testing.values.PushedEvent;
import org.jetbrains.annotations.NotNull;

/** The channels of custom APIs and of Interspace: their messages, seen, awaited, sent and held back. */
public final class Channels extends ChannelsCalls {
    Channels(ControlPlane plane) { super(plane); }

    /**
     * Sends a message to the clients of a channel.
     * @param channel the channel's name or address, such as {@code /rooms/7}
     * @param message the message's name
     * @param payload its payload, as maps, lists, texts and numbers
     */
    public @NotNull PushedEvent push(@NotNull String channel, @NotNull String message, @NotNull Object payload) {
        return push(channel, null, message, payload);
    }

    /**
     * Holds a message back until it is released.
     * @param channel the channel's name or address
     * @param message the message's name
     */
    public void hold(@NotNull String channel, @NotNull String message) {
        hold(channel, null, message);
    }

    /**
     * Waits up to ten seconds until a client has sent or got a message; one that came before counts.
     * @param channel the channel's name or address
     * @param message the message's name
     * @throws VerificationError if it does not come in time; its message has what did come
     */
    public @NotNull ChannelMessage awaitMessage(@NotNull String channel, @NotNull String message) {
        return awaitMessage(MessageMatch.on(channel, message));
    }

    /**
     * Waits up to ten seconds until a client has sent or got a message; one that came before counts.
     * @param match which message
     * @throws VerificationError if it does not come in time; its message has what did come
     */
    public @NotNull ChannelMessage awaitMessage(@NotNull MessageMatch match) {
        return awaitMessage(match, 1, Duration.ofSeconds(10));
    }

    /**
     * Waits until clients have sent or got messages; those that came before count.
     * @param match which messages
     * @param count how many
     * @param timeout how long to wait, by real time, at most a minute
     * @return the last of them
     * @throws VerificationError if they do not come in time; its message has what did come
     */
    public @NotNull ChannelMessage awaitMessage(
        @NotNull MessageMatch match, long count, @NotNull Duration timeout) {
        Map<String, Object> body = new LinkedHashMap<>(match.members());
        body.put("count", count);
        body.put("timeoutMilliseconds", timeout.toMillis());
        return call("awaitMessage", "POST", "/_mock/messages/wait").body(body).longer(timeout).expects()
            .value(ChannelMessage::new);
    }

    /**
     * Verifies how often clients sent or got a message.
     * @param channel the channel's name or address
     * @param message the message's name
     * @param times how often it is expected
     * @return how often it was
     * @throws VerificationError if it was more or less often; its message has what did come
     */
    public int verifySent(@NotNull String channel, @NotNull String message, @NotNull Times times) {
        return verifySent(MessageMatch.on(channel, message), times);
    }

    /**
     * Verifies how often clients sent or got messages.
     * @param match which messages
     * @param times how often they are expected
     * @return how often they were
     * @throws VerificationError if it was more or less often; its message has what did come
     */
    public int verifySent(@NotNull MessageMatch match, @NotNull Times times) {
        Map<String, Object> body = new LinkedHashMap<>(match.members());
        body.putAll(times.members());
        return call("verifyMessages", "POST", "/_mock/messages/verify").body(body).expects().number("count");
    }
}
