package mockapi.testing;

import java.io.Serializable;
import java.util.LinkedHashMap;
import java.util.Map;

/** What the server said when it refused a call. */
final class Refusal implements Serializable {
    private static final long serialVersionUID = 1L;

    final String operation;
    final String world;
    final int status;
    final String code;
    final String message;
    final LinkedHashMap<String, Object> details = new LinkedHashMap<>();

    Refusal(String operation, String world, int status, String body) {
        this.operation = operation;
        this.world = world;
        this.status = status;
        Map<?, ?> error = error(body);
        this.code = error.get("code") instanceof String ? (String) error.get("code") : "";
        this.message = error.get("message") instanceof String ? (String) error.get("message") : body;
        if (error.get("details") instanceof Map) {
            ((Map<?, ?>) error.get("details")).forEach((name, value) -> details.put((String) name, value));
        }
    }

    private static Map<?, ?> error(String body) {
        try {
            Object error = Json.parseObject(body).get("error");
            return error instanceof Map ? (Map<?, ?>) error : Map.of();
        } catch (IllegalArgumentException notJson) { return Map.of(); }
    }

    @Override
    public String toString() {
        String facts = details.isEmpty() ? "" : "\n  details: " + Json.write(details);
        return operation + " in world \"" + world + "\" was refused with " + status + " " + code + ": " + message
            + facts;
    }
}
