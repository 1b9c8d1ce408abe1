package mockapi.testing;

import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The JDK's client: one for the whole process, which keeps connections open and is interrupted with its thread. */
final class HttpClientTransport implements Transport {
    // No proxy: the server is on this machine or in a container beside it.
    private static final HttpClient CLIENT = HttpClient.newBuilder()
        .version(HttpClient.Version.HTTP_1_1)
        .proxy(HttpClient.Builder.NO_PROXY)
        .connectTimeout(Duration.ofSeconds(10))
        .build();

    @Override
    public Response send(String method, String url, Map<String, String> headers, byte[] body, Duration timeout)
        throws IOException, InterruptedException {
        HttpRequest request = request(url, headers)
            .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(body)).build();
        CompletableFuture<HttpResponse<String>> pending = CLIENT.sendAsync(request, BodyHandlers.ofString());
        try {
            // The request's own time-out would count to the end of the response's headers only.
            HttpResponse<String> response = pending.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
            return new Response(response.statusCode(), response.body());
        } catch (TimeoutException late) {
            throw new SocketTimeoutException("no complete response in time");
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof IOException) {
                throw (IOException) failed.getCause();
            }
            throw new IOException(failed.getCause());
        } finally {
            pending.cancel(true);
        }
    }

    @Override
    public Opened open(String url, Map<String, String> headers, Duration timeout)
        throws IOException, InterruptedException {
        HttpResponse<InputStream> response =
            CLIENT.send(request(url, headers).timeout(timeout).build(), BodyHandlers.ofInputStream());
        return new Opened(response.statusCode(), response.body(), () -> close(response.body()));
    }

    private static void close(InputStream content) {
        try {
            content.close();
        } catch (IOException alreadyClosed) {
            // Nothing is left to do.
        }
    }

    private static HttpRequest.Builder request(String url, Map<String, String> headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url));
        headers.forEach(request::header);
        return request;
    }
}
