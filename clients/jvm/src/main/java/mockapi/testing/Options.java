package mockapi.testing;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jetbrains.annotations.NotNull;

/** What a call takes, as its members by name in the order in which they were given. */
abstract class Options<T> {
    private final Map<String, Object> members = new LinkedHashMap<>();

    abstract T self();

    T with(String name, Object value) {
        members.put(name, Json.plain(value));
        return self();
    }

    @SuppressWarnings("unchecked") // Only this method makes them.
    T within(String name, String member, Object value) {
        Object inner = members.computeIfAbsent(name, made -> new LinkedHashMap<String, Object>());
        ((Map<String, Object>) inner).put(member, value);
        return self();
    }

    Map<String, Object> members() { return members; }

    /** {@return the members as JSON} */
    @Override
    public @NotNull String toString() { return Json.write(members); }
}
