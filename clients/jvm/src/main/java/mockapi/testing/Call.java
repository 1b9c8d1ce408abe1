package mockapi.testing;

import java.io.UnsupportedEncodingException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** One call: its operation and route as the document has them, its content, and how the response is read. */
final class Call {
    final String operation;
    final String method;
    final String template;
    Duration timeout;

    private final ControlPlane plane;
    private final Object[] parts;
    private final StringBuilder query = new StringBuilder();
    private Object body;
    private String lastEvent;
    private int accepted;
    private boolean expects;

    Call(ControlPlane plane, String operation, String method, String template, Object... parts) {
        this.plane = plane;
        this.operation = operation;
        this.method = method;
        this.template = template;
        this.parts = parts;
        this.timeout = plane.server.getTimeout();
    }

    /** Sends a body; null is none. */
    Call body(Object value) {
        body = value;
        return this;
    }

    /** Adds a parameter; null is left out. */
    Call query(String name, Object value) {
        if (value != null) {
            query.append(query.length() == 0 ? '?' : '&').append(encoded(name)).append('=').append(encoded(value));
        }
        return this;
    }

    /** Waits so much longer than other calls. */
    Call longer(Duration more) {
        timeout = timeout.plus(more);
        return this;
    }

    /** Continues behind an event. */
    Call after(Object event) {
        lastEvent = event == null ? null : event.toString();
        return this;
    }

    /** Accepts a response with this status, too, as one that is read. */
    Call accept(int status) {
        accepted = status;
        return this;
    }

    /** Takes a refusal for an expectation that failed. */
    Call expects() {
        expects = true;
        return this;
    }

    /** Whether a refusal says that something is not as the test expects. One that names a field is of a wrong call. */
    boolean isUnmet(Refusal refusal) { return expects && refusal.status == 409 && refusal.details.isEmpty(); }

    boolean accepts(int status) { return status == accepted; }

    void done() {
        plane.send(this);
    }

    String text() { return plane.send(this).body; }

    Map<String, Object> json() { return Json.parseObject(text()); }

    <T> T value(Function<Map<String, Object>, T> make) { return make.apply(json()); }

    @SuppressWarnings("unchecked") // Json makes no other keys.
    <T> List<T> list(String member, Function<Map<String, Object>, T> make) {
        List<T> values = new ArrayList<>();
        ((List<?>) json().get(member)).forEach(item -> values.add(make.apply((Map<String, Object>) item)));
        return values;
    }

    int number(String member) { return ((Number) json().get(member)).intValue(); }

    Transport.Opened open() { return plane.open(this); }

    byte[] content() { return body == null ? null : Json.write(body).getBytes(StandardCharsets.UTF_8); }

    boolean hasBody() { return body != null; }

    String lastEvent() { return lastEvent; }

    /** The path with its parameters filled in, and the query. */
    String target() {
        StringBuilder path = new StringBuilder();
        int part = 0;
        for (String piece : template.split("(?=\\{)|(?<=\\})")) {
            path.append(piece.startsWith("{") ? encoded(parts[part++]) : piece);
        }
        return path.append(query).toString();
    }

    static String encoded(Object value) {
        try {
            return URLEncoder.encode(value.toString(), "UTF-8").replace("+", "%20");
        } catch (UnsupportedEncodingException never) {
            throw new IllegalStateException(never);
        }
    }
}
