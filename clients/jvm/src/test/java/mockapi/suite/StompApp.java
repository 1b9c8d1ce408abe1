package mockapi.suite;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import okhttp3.Request;
import okhttp3.Response;
import okhttp3.WebSocket;
import okhttp3.WebSocketListener;
import okio.ByteString;

/** The app's STOMP over OkHttp's WebSocket, in the few frames that Invernaderos' document has. */
public final class StompApp extends WebSocketListener implements AutoCloseable {
    final CompletableFuture<Integer> closeCode = new CompletableFuture<>();
    private final BlockingQueue<String> frames = new LinkedBlockingQueue<>();
    private final WebSocket socket;

    public StompApp(String webSocketUrl) {
        socket = Http.CLIENT.newWebSocket(new Request.Builder().url(webSocketUrl + "/ws/greenhouse").build(), this);
    }

    public void connect(String token) throws InterruptedException {
        send("CONNECT\naccept-version:1.2\nauthorization:Bearer " + token + "\n\n\0");
        String response = next();
        if (!response.startsWith("CONNECTED")) {
            throw new IllegalStateException("not connected: " + response);
        }
    }

    void subscribe(String destination) {
        send("SUBSCRIBE\nid:sub-0\ndestination:" + destination + "\n\n\0");
    }

    public void send(String frame) {
        socket.send(frame);
    }

    /** The next frame; heart-beats are none. */
    public String next() throws InterruptedException {
        String frame = frames.poll(20, TimeUnit.SECONDS);
        if (frame == null) {
            throw new IllegalStateException("no frame came");
        }
        return frame;
    }

    @Override
    public void onMessage(WebSocket from, String text) {
        if (!text.trim().isEmpty()) {
            frames.add(text);
        }
    }

    @Override
    public void onMessage(WebSocket from, ByteString bytes) {
        frames.add(bytes.utf8());
    }

    @Override
    public void onClosing(WebSocket from, int code, String reason) {
        closeCode.complete(code);
        from.close(1000, null);
    }

    @Override
    public void onFailure(WebSocket from, Throwable failure, Response response) {
        closeCode.completeExceptionally(failure);
    }

    @Override
    public void close() {
        socket.close(1000, null);
    }
}
