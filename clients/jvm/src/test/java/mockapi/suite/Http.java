package mockapi.suite;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import mockapi.testing.Json;
import okhttp3.Headers;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;

/** The app's HTTP: OkHttp, as apps have it. The kit is not in it; JSON alone is read by the kit's reader. */
public final class Http {
    static final OkHttpClient CLIENT = new OkHttpClient.Builder().readTimeout(1, TimeUnit.MINUTES).build();
    private static final MediaType JSON = MediaType.get("application/json; charset=utf-8");

    private final OkHttpClient client;
    private final String baseUrl;
    private String token;

    Http(String baseUrl) {
        this(CLIENT, baseUrl);
    }

    Http(OkHttpClient client, String baseUrl) {
        this.client = client;
        this.baseUrl = baseUrl;
    }

    void useToken(String accessToken) {
        token = accessToken;
    }

    public ClientResponse get(String path) {
        return call("GET", path, null);
    }

    ClientResponse post(String path, Object body) {
        return call("POST", path, body);
    }

    ClientResponse delete(String path) {
        return call("DELETE", path, null);
    }

    private ClientResponse call(String method, String path, Object body) {
        Request.Builder request = new Request.Builder().url(baseUrl + path)
            .method(method, body == null ? null : RequestBody.create(JSON, Json.write(body)));
        if (token != null) {
            request.header("Authorization", "Bearer " + token);
        }
        try (Response response = client.newCall(request.build()).execute()) {
            return new ClientResponse(response.code(), response.headers(), response.body().string());
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** A response, whatever its status. */
    public static final class ClientResponse {
        public final int status;
        final Headers headers;
        final String text;

        ClientResponse(int status, Headers headers, String text) {
            this.status = status;
            this.headers = headers;
            this.text = text;
        }

        Map<String, Object> json() {
            return Json.parseObject(text);
        }

        @SuppressWarnings("unchecked") // Objects have texts for keys.
        List<Map<String, Object>> list() {
            return (List<Map<String, Object>>) Json.parse(text);
        }

        @SuppressWarnings("unchecked")
        List<Map<String, Object>> list(String member) {
            return (List<Map<String, Object>>) json().get(member);
        }
    }
}
