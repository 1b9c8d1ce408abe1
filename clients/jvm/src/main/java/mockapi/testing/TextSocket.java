package mockapi.testing;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** A WebSocket of texts, by the JDK's client. */
final class TextSocket implements WebSocket.Listener {
    private static final int LONGEST = 16 << 20;

    private final Consumer<String> take;
    private final Consumer<String> end;
    private final StringBuilder part = new StringBuilder();
    private WebSocket socket;

    private TextSocket(Consumer<String> take, Consumer<String> end) {
        this.take = take;
        this.end = end;
    }

    /** Opens a socket of a world, and waits until the handshake is done. */
    static TextSocket open(World world, String path, Map<String, String> headers, Duration timeout,
        Consumer<String> take, Consumer<String> end) {
        TextSocket opened = new TextSocket(take, end);
        WebSocket.Builder builder = HttpClient.newHttpClient().newWebSocketBuilder().connectTimeout(timeout);
        headers.forEach(builder::header);
        String url = world.getWebSocketUrl() + (path.startsWith("/") ? path : "/" + path);
        try {
            opened.socket = builder.buildAsync(URI.create(url), opened)
                .orTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS).join();
        } catch (CompletionException failed) {
            Throwable cause = failed.getCause();
            throw new MockApiException(path + " opened no WebSocket: " + (cause instanceof WebSocketHandshakeException
                ? "it answered " + ((WebSocketHandshakeException) cause).getResponse().statusCode() : cause), cause);
        }
        world.notes().opened(opened::close);
        return opened;
    }

    void send(String text) {
        socket.sendText(text, true).join();
    }

    void close() {
        if (!socket.isOutputClosed()) {
            socket.sendClose(WebSocket.NORMAL_CLOSURE, "").orTimeout(1, TimeUnit.SECONDS)
                .whenComplete((sent, failed) -> socket.abort());
        }
    }

    @Override
    public CompletionStage<?> onText(WebSocket webSocket, CharSequence data, boolean last) {
        part.append(data);
        if (part.length() > LONGEST) {
            end.accept("a message was longer than " + LONGEST + " characters");
            webSocket.abort();
        } else if (last) {
            take.accept(part.toString());
            part.setLength(0);
        }
        webSocket.request(1);
        return null;
    }

    @Override
    public CompletionStage<?> onBinary(WebSocket webSocket, ByteBuffer data, boolean last) {
        return onText(webSocket, StandardCharsets.UTF_8.decode(data), last);
    }

    @Override
    public CompletionStage<?> onClose(WebSocket webSocket, int code, String reason) {
        end.accept("the socket was closed with code " + code + ": " + reason);
        return null;
    }

    @Override
    public void onError(WebSocket webSocket, Throwable error) {
        end.accept("the connection broke: " + error);
    }
}
