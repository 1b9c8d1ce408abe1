package mockapi.testing;

import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Pattern;

/** The calls below {@code /_mock}: of the server, or of one of its worlds. */
final class ControlPlane {
    final MockServer server;
    final String world;
    /** What the test did, which all parts of a world share. */
    final WorldNotes notes = new WorldNotes();

    ControlPlane(MockServer server, String world) {
        this.server = server;
        this.world = world;
    }

    Call call(String operation, String method, String template, Object... parts) {
        return new Call(this, operation, method, template, parts);
    }

    Transport.Response send(Call call) {
        return exchange(call, (transport, url, headers) -> {
            byte[] body = call.content();
            Transport.Response response = transport.send(call.method, url, headers, body, call.timeout);
            // A whole world keeps its links: they are valid when it is loaded.
            String shown = call.operation.equals("exportState") ? response.body : withoutWorld(response.body);
            refuse(call, response.status, shown);
            return new Transport.Response(response.status, shown);
        });
    }

    Transport.Opened open(Call call) {
        return exchange(call, (transport, url, headers) -> {
            Transport.Opened opened = transport.open(url, headers, call.timeout);
            if (opened.status >= 400) {
                refuse(call, opened.status, Transport.text(opened.content));
            }
            return opened;
        });
    }

    /** A text with the app's own paths: without the world that its base URL has. */
    String withoutWorld(String text) {
        String prefix = "/_w/" + world;
        if (world.equals(World.DEFAULT_ID) || !text.contains(prefix)) { return text; }
        // The id of another world may begin with that of this one.
        return text.replaceAll(Pattern.quote(prefix) + "(?![A-Za-z0-9_-])", "");
    }

    private interface Exchange<T> {
        T with(Transport transport, String url, Map<String, String> headers) throws IOException, InterruptedException;
    }

    private <T> T exchange(Call call, Exchange<T> exchange) {
        server.checkOnce();
        server.recorder.accept(call.operation, call.method + " " + call.template);
        String prefix = world.equals(World.DEFAULT_ID) ? "" : "/_w/" + world;
        try {
            return exchange.with(server.transport, server.getUrl() + prefix + call.target(), server.headers(call));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new CallCancelledException(
                call.operation + " in world \"" + world + "\" was cancelled: the thread was interrupted", interrupted);
        } catch (IOException failed) {
            throw failure(call.operation, server, call.timeout, failed);
        }
    }

    /** Why nothing came back; the names of the JDK's time-outs are compared, since Android has no java.net.http. */
    static MockApiException failure(String operation, MockServer server, Duration timeout, IOException failed) {
        String kind = failed.getClass().getSimpleName();
        String ended = failed instanceof SocketTimeoutException ? null : server.ending();
        if (ended != null) { return new ServerEndedException(ended, failed); }
        if (failed instanceof SocketTimeoutException || kind.equals("HttpTimeoutException")) {
            return new CallTimeoutException(operation + " had no response from " + server.getUrl() + " within "
                + timeout.toMillis() + " ms; MockServer.withTimeout allows it more", failed);
        }
        if (failed instanceof ConnectException || kind.equals("HttpConnectTimeoutException")) {
            return new ServerNotFoundException("nothing answers at " + server.getUrl()
                + ": start it with `mock-api serve`, or correct MOCK_API_URL", failed);
        }
        return new MockApiException(operation + " at " + server.getUrl() + " failed: " + failed, failed);
    }

    private void refuse(Call call, int status, String body) {
        if (status < 400 || call.accepts(status)) { return; }
        Refusal refusal = new Refusal(call.operation, world, status, body);
        if (status == 401) {
            throw new AdminTokenException(refusal);
        }
        if (status == 409 && call.operation.equals("createWorld") && refusal.message.contains("--max-worlds")) {
            throw new WorldLimitException(refusal);
        }
        if (call.isUnmet(refusal)) { throw Verdicts.error(refusal); }
        throw new CallRefusedException(refusal, "");
    }
}
