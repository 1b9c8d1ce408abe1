package mockapi.testing.values;

import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import mockapi.testing.Json;
import org.jetbrains.annotations.NotNull;
import org.jetbrains.annotations.Nullable;

/** A value that the server answered. It keeps the JSON object that it came as. */
public abstract class Value {
    private final Map<String, Object> json;

    Value(Map<String, Object> json) { this.json = Collections.unmodifiableMap(json); }

    /** {@return the members as they came, also those that this kit does not know} */
    public final @NotNull Map<String, Object> asMap() { return json; }

    /** {@return the value as JSON} */
    @Override
    public final @NotNull String toString() { return Json.write(json); }

    @Override
    public final boolean equals(@Nullable Object other) {
        return other != null && other.getClass() == getClass() && ((Value) other).json.equals(json);
    }

    @Override
    public final int hashCode() { return json.hashCode(); }

    Object any(String name) { return json.get(name); }

    String text(String name) { return required(name, String.class); }

    String textOrNull(String name) {
        Object value = json.get(name);
        return value == null ? null : value.toString();
    }

    int integer(String name) { return required(name, Number.class).intValue(); }

    Integer integerOrNull(String name) {
        Number value = optional(name, Number.class);
        return value == null ? null : Integer.valueOf(value.intValue());
    }

    long number(String name) { return required(name, Number.class).longValue(); }

    Long numberOrNull(String name) {
        Number value = optional(name, Number.class);
        return value == null ? null : Long.valueOf(value.longValue());
    }

    double decimal(String name) { return required(name, Number.class).doubleValue(); }

    Double decimalOrNull(String name) {
        Number value = optional(name, Number.class);
        return value == null ? null : Double.valueOf(value.doubleValue());
    }

    boolean flag(String name) { return Boolean.TRUE.equals(json.get(name)); }

    Boolean flagOrNull(String name) {
        Object value = json.get(name);
        return value instanceof Boolean ? (Boolean) value : null;
    }

    Instant time(String name) { return parsed(name, text(name)); }

    Instant timeOrNull(String name) {
        String text = optional(name, String.class);
        return text == null ? null : parsed(name, text);
    }

    Map<String, Object> object(String name) { return members(required(name, Map.class)); }

    Map<String, Object> objectOrNull(String name) {
        Map<?, ?> value = optional(name, Map.class);
        return value == null ? null : members(value);
    }

    List<String> texts(String name) {
        List<String> texts = new ArrayList<>();
        list(name).forEach(item -> texts.add(String.valueOf(item)));
        return texts;
    }

    List<Map<String, Object>> objects(String name) { return rows(list(name)); }

    Map<String, String> textsByName(String name) {
        Map<String, String> texts = new LinkedHashMap<>();
        object(name).forEach((key, value) -> texts.put(key, String.valueOf(value)));
        return texts;
    }

    Map<String, List<String>> headers(String name) {
        Map<String, List<String>> headers = new LinkedHashMap<>();
        Map<String, Object> members = objectOrNull(name);
        (members == null ? Map.<String, Object>of() : members).forEach((key, values) -> {
            List<String> texts = new ArrayList<>();
            (values instanceof List ? (List<?>) values : List.of(values)).forEach(item -> texts.add(item.toString()));
            headers.put(key, texts);
        });
        return headers;
    }

    Map<String, List<Map<String, Object>>> tables(String name) {
        Map<String, List<Map<String, Object>>> tables = new LinkedHashMap<>();
        object(name).forEach((table, rows) -> tables.put(table, rows((List<?>) rows)));
        return tables;
    }

    <T> T value(String name, Function<Map<String, Object>, T> make) { return make.apply(object(name)); }

    <T> T valueOrNull(String name, Function<Map<String, Object>, T> make) {
        Map<String, Object> members = objectOrNull(name);
        return members == null ? null : make.apply(members);
    }

    <T> List<T> values(String name, Function<Map<String, Object>, T> make) {
        List<T> values = new ArrayList<>();
        objects(name).forEach(members -> values.add(make.apply(members)));
        return values;
    }

    private List<?> list(String name) {
        List<?> value = optional(name, List.class);
        return value == null ? List.of() : value;
    }

    private <T> T optional(String name, Class<T> type) {
        Object value = json.get(name);
        if (value != null && !type.isInstance(value)) {
            throw unreadable(name, value);
        }
        return type.cast(value);
    }

    private <T> T required(String name, Class<T> type) {
        T value = optional(name, type);
        if (value == null) {
            throw unreadable(name, null);
        }
        return value;
    }

    private Instant parsed(String name, String text) {
        try {
            return Instant.parse(text);
        } catch (DateTimeParseException refused) {
            throw unreadable(name, text);
        }
    }

    private IllegalStateException unreadable(String name, Object value) {
        return new IllegalStateException("the server's " + getClass().getSimpleName() + " has no " + name
            + " that this kit can read, but " + Json.write(value) + "; use a kit and a server of the same version");
    }

    private static List<Map<String, Object>> rows(List<?> items) {
        List<Map<String, Object>> rows = new ArrayList<>();
        items.forEach(item -> rows.add(members((Map<?, ?>) item)));
        return rows;
    }

    @SuppressWarnings("unchecked") // Json makes no other keys.
    private static Map<String, Object> members(Map<?, ?> value) { return (Map<String, Object>) value; }
}
