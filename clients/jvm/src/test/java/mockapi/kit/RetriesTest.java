package mockapi.kit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URL;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import mockapi.testing.Match;
import mockapi.testing.World;
import mockapi.testing.junit5.MockApi;
import mockapi.testing.values.Entry;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** What clients repeat by themselves when a connection breaks, as docs/http-client-retries.md says. */
class RetriesTest {
    /** A client, which gives the status of a response. */
    private interface Client {
        int send(String method, String url) throws Exception;
    }

    @TestFactory
    @MockApi
    @Execution(ExecutionMode.SAME_THREAD)
    Stream<DynamicTest> requestsOnAKeptConnection(World world) {
        Stream<Row> rows = Stream.of(
            new Row("OkHttp", okHttp(true), "GET", 2), new Row("OkHttp", okHttp(true), "POST", 2),
            new Row("OkHttp, no retryOnConnectionFailure", okHttp(false), "GET", 1),
            new Row("OkHttp, no retryOnConnectionFailure", okHttp(false), "POST", 1),
            new Row("java.net.http", javaNetHttp(), "GET", 2), new Row("java.net.http", javaNetHttp(), "POST", 1),
            new Row("HttpURLConnection", RetriesTest::urlConnection, "GET", 2),
            new Row("HttpURLConnection", RetriesTest::urlConnection, "POST", 2));
        return rows.flatMap(row -> Stream.of("reset", "empty", "truncate").map(fault -> DynamicTest.dynamicTest(
            row.name + " " + row.method + " " + fault, () -> row.check(world, fault))));
    }

    /** A client, a method, and how many requests the server sees when it cuts the first one. */
    private static final class Row {
        final String name;
        final Client client;
        final String method;
        final int requests;

        Row(String name, Client client, String method, int requests) {
            this.name = name;
            this.client = client;
            this.method = method;
            this.requests = requests;
        }

        void check(World world, String cut) throws Exception {
            String url = world.url("jsonplaceholder") + "/posts" + (method.equals("GET") ? "/1" : "");
            // The connection is kept after the first request, as in an app that runs for a while.
            int usual = client.send(method, url);
            world.getFaults().clear();
            world.getRequests().clear();
            world.getFaults().addJson("{\"fault\":{\"type\":\"" + cut
                + "\"},\"times\":1,\"match\":{\"path\":\"/posts/**\"}}");
            boolean answered = true;
            try {
                assertEquals(usual, client.send(method, url));
            } catch (IOException broken) {
                answered = false;
            }
            List<Entry> entries = world.getRequests().list(new Match().path("/posts/**"));
            // Nobody repeats a response of which a part has come.
            int expected = cut.equals("truncate") ? 1 : requests;
            assertEquals(expected, entries.size());
            assertEquals(1, entries.get(0).getFaults().size());
            if (!cut.equals("truncate")) {
                assertEquals(expected == 2, answered);
            }
        }
    }

    private static Client okHttp(boolean retries) {
        OkHttpClient client = new OkHttpClient.Builder().retryOnConnectionFailure(retries).build();
        return (method, url) -> {
            RequestBody body =
                method.equals("GET") ? null : RequestBody.create(MediaType.get("application/json"), "{}");
            Request request = new Request.Builder().url(url).method(method, body).build();
            try (okhttp3.Response response = client.newCall(request).execute()) {
                response.body().string();
                return response.code();
            }
        };
    }

    private static Client javaNetHttp() {
        HttpClient client = HttpClient.newHttpClient();
        return (method, url) -> {
            HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url))
                .header("Content-Type", "application/json")
                .method(method, method.equals("GET") ? BodyPublishers.noBody() : BodyPublishers.ofString("{}"));
            return client.send(request.build(), BodyHandlers.ofString()).statusCode();
        };
    }

    private static int urlConnection(String method, String url) throws IOException {
        HttpURLConnection connection = (HttpURLConnection) new URL(url).openConnection();
        connection.setRequestMethod(method);
        if (!method.equals("GET")) {
            connection.setDoOutput(true);
            connection.setRequestProperty("Content-Type", "application/json");
            connection.getOutputStream().write("{}".getBytes(StandardCharsets.UTF_8));
        }
        int status = connection.getResponseCode();
        connection.getInputStream().readAllBytes();
        return status;
    }
}
