package mockapi.testing;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.jetbrains.annotations.NotNull;
import org.jetbrains.annotations.Nullable;

/** A client of STOMP 1.2 over WebSocket, for tests. Closing the world closes it. */
public final class StompClient implements AutoCloseable {
    private final Inbox<StompMessage> messages = new Inbox<>();
    private final Inbox<StompMessage> replies = new Inbox<>();
    private final AtomicInteger counter = new AtomicInteger();
    private final TextSocket socket;
    private final Duration timeout;

    StompClient(World world, String path, String token, Map<String, String> headers, Duration timeout) {
        this.timeout = timeout;
        Map<String, String> shown = World.authorization(token);
        socket = TextSocket.open(world, path, shown, timeout, this::take, how -> {
            messages.end(how);
            replies.end(how);
        });
        Map<String, String> head = new LinkedHashMap<>(
            Map.of("accept-version", "1.2", "host", "mock-api", "heart-beat", "0,0"));
        head.putAll(shown);
        head.putAll(headers);
        socket.send(StompMessage.frame("CONNECT", head, ""));
        reply(frame -> frame.command().equals("CONNECTED"));
    }

    /** {@return all messages so far} */
    public @NotNull List<StompMessage> getMessages() { return messages.all(); }

    /**
     * Subscribes, and returns when the server has done it.
     * @param destination such as {@code /topic/news}
     */
    public void subscribe(@NotNull String destination) {
        subscribe(destination, Map.of());
    }

    /**
     * Subscribes, and returns when the server has done it.
     * @param destination such as {@code /topic/news}
     * @param headers more headers
     */
    public void subscribe(@NotNull String destination, @NotNull Map<String, String> headers) {
        Map<String, String> head = new LinkedHashMap<>(Map.of("id", "sub-" + counter.incrementAndGet()));
        head.putAll(headers);
        exchange("SUBSCRIBE", destination, head, "");
    }

    /**
     * Sends a message, and returns when the server has it.
     * @param destination where to
     * @param body a text, which is sent as it is, or JSON as maps, lists and numbers; null for none
     */
    public void send(@NotNull String destination, @Nullable Object body) {
        send(destination, body, Map.of());
    }

    /**
     * Sends a message, and returns when the server has it.
     * @param destination where to
     * @param body a text, which is sent as it is, or JSON as maps, lists and numbers; null for none
     * @param headers more headers
     */
    public void send(@NotNull String destination, @Nullable Object body, @NotNull Map<String, String> headers) {
        String text = body == null ? "" : body instanceof String ? (String) body : Json.write(Json.plain(body));
        exchange("SEND", destination, headers, text);
    }

    /** {@return the next message that no await has given yet, for which it waits up to ten seconds} */
    public @NotNull StompMessage await() { return await(message -> true); }

    /**
     * Waits up to ten seconds for a message of a destination.
     * @param destination where it was sent to
     * @return the next one that no await has given yet
     */
    public @NotNull StompMessage await(@NotNull String destination) {
        return await(message -> message.destination().equals(destination));
    }

    /**
     * Waits up to ten seconds for a message that no await has given yet.
     * @param meant which one
     * @throws VerificationError with what came instead
     */
    public @NotNull StompMessage await(@NotNull Predicate<StompMessage> meant) {
        return await(meant, Duration.ofSeconds(10));
    }

    /**
     * Waits for a message that no await has given yet.
     * @param meant which one
     * @param timeout for how long, in real time
     * @throws VerificationError with what came instead
     */
    public @NotNull StompMessage await(@NotNull Predicate<StompMessage> meant, @NotNull Duration timeout) {
        return messages.next(meant, timeout, "STOMP");
    }

    /** Closes the socket. */
    @Override
    public void close() {
        socket.close();
    }

    private void exchange(String command, String destination, Map<String, String> headers, String body) {
        String receipt = "receipt-" + counter.incrementAndGet();
        Map<String, String> head = new LinkedHashMap<>(headers);
        head.put("destination", destination);
        head.put("receipt", receipt);
        socket.send(StompMessage.frame(command, head, body));
        reply(frame -> receipt.equals(frame.headers().get("receipt-id")));
    }

    private void reply(Predicate<StompMessage> meant) {
        StompMessage frame = replies.next(
            reply -> meant.test(reply) || reply.command().equals("ERROR"), timeout, "STOMP");
        if (frame.command().equals("ERROR")) {
            throw new MockApiException("the server answered ERROR: " + frame.headers().getOrDefault("message", "") + " "
                + frame.text(), null);
        }
    }

    private void take(String text) {
        StompMessage frame = StompMessage.parse(text);
        if (frame != null) {
            (frame.command().equals("MESSAGE") ? messages : replies).add(frame);
        }
    }
}
