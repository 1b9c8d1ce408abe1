package mockapi.testing;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jetbrains.annotations.NotNull;

/** A client of a WebSocket whose messages are JSON, for tests. Closing the world closes it. */
public final class SocketClient implements AutoCloseable {
    private final Inbox<Object> inbox = new Inbox<>();
    private final TextSocket socket;
    private final String path;

    SocketClient(World world, String path, Map<String, String> headers, Duration timeout) {
        this.path = path;
        socket = TextSocket.open(world, path, headers, timeout, text -> inbox.add(Json.parseOrText(text)), inbox::end);
    }

    /** {@return all messages so far: their JSON as maps, lists and texts, or the text of those that are none} */
    public @NotNull List<Object> getMessages() { return inbox.all(); }

    /**
     * Sends a message.
     * @param value a text, which is sent as it is, or JSON as maps, lists and numbers
     */
    public void send(@NotNull Object value) {
        socket.send(value instanceof String ? (String) value : Json.write(Json.plain(value)));
    }

    /** {@return the next message that no await has given yet, for which it waits up to ten seconds} */
    public @NotNull Object await() { return await(message -> true); }

    /**
     * Waits up to ten seconds for a message that no await has given yet.
     * @param meant which one
     * @throws VerificationError with what came instead
     */
    public @NotNull Object await(@NotNull Predicate<Object> meant) { return await(meant, Duration.ofSeconds(10)); }

    /**
     * Waits for a message that no await has given yet.
     * @param meant which one
     * @param timeout for how long, in real time
     * @throws VerificationError with what came instead
     */
    public @NotNull Object await(@NotNull Predicate<Object> meant, @NotNull Duration timeout) {
        return inbox.next(meant, timeout, path);
    }

    /** Closes the socket. */
    @Override
    public void close() {
        socket.close();
    }
}
