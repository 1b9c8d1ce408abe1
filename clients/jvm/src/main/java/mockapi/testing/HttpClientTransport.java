package mockapi.testing;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;

/** The JDK's client: one for the whole process, which keeps connections open and is interrupted with its thread. */
final class HttpClientTransport implements Transport {
    // No proxy: the server is on this machine or in a container beside it.
    private static final HttpClient CLIENT = HttpClient.newBuilder()
        .version(HttpClient.Version.HTTP_1_1)
        .proxy(HttpClient.Builder.NO_PROXY)
        .connectTimeout(Duration.ofSeconds(10))
        .build();

    @Override
    public Answer send(String method, String url, Map<String, String> headers, byte[] body, Duration timeout)
        throws IOException, InterruptedException {
        HttpRequest.Builder request = request(url, headers, timeout);
        request.method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(body));
        HttpResponse<String> response = CLIENT.send(request.build(), BodyHandlers.ofString());
        return new Answer(response.statusCode(), response.body());
    }

    @Override
    public Opened open(String url, Map<String, String> headers, Duration timeout)
        throws IOException, InterruptedException {
        HttpResponse<InputStream> response =
            CLIENT.send(request(url, headers, timeout).build(), BodyHandlers.ofInputStream());
        return new Opened(response.statusCode(), response.body(), () -> close(response.body()));
    }

    private static void close(InputStream content) {
        try {
            content.close();
        } catch (IOException alreadyClosed) {
            // Nothing is left to do.
        }
    }

    private static HttpRequest.Builder request(String url, Map<String, String> headers, Duration timeout) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url)).timeout(timeout);
        headers.forEach(request::header);
        return request;
    }
}
