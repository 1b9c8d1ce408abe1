package mockapi.testing;

import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Map;

/** The calls below {@code /_mock}: of the server, or of one of its worlds. */
final class ControlPlane {
    final MockServer server;
    final String world;

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
            refuse(call, response.status, response.body);
            return response;
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
        if (failed instanceof SocketTimeoutException || kind.equals("HttpTimeoutException")) {
            return new CallTimeoutException(operation + " had no response from " + server.getUrl() + " within "
                + timeout.toMillis() + " ms; MockServer.withTimeout allows it more", failed);
        }
        if (failed instanceof ConnectException || kind.equals("HttpConnectTimeoutException")) {
            return new ServerNotFoundException("nothing answers at " + server.getUrl()
                + ": start it with `mock-api serve`, or correct MOCK_API_URL" + server.lastWords(), failed);
        }
        return new MockApiException(operation + " at " + server.getUrl() + " failed: " + failed + server.lastWords(),
            failed);
    }

    private void refuse(Call call, int status, String body) {
        if (status < 400 || call.accepts(status)) {
            return;
        }
        Refusal refusal = new Refusal(call.operation, world, status, body);
        if (status == 401) {
            throw new AdminTokenException(refusal);
        }
        if (status == 409 && call.operation.equals("createWorld") && refusal.message.contains("--max-worlds")) {
            throw new WorldLimitException(refusal);
        }
        throw new CallRefusedException(refusal, "");
    }
}
