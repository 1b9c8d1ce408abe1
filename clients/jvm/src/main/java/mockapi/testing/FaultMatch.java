package mockapi.testing;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jetbrains.annotations.NotNull;
import org.jetbrains.annotations.Nullable;

/** What a fault happens to. All conditions must be fulfilled. */
public final class FaultMatch {
    private final Map<String, Object> wish = new LinkedHashMap<>();

    /** Makes a match without conditions. */
    public FaultMatch() {
    }

    private FaultMatch with(String name, Object value) {
        wish.put(name, value);
        return this;
    }

    @SuppressWarnings("unchecked") // Only this method makes them.
    private FaultMatch within(String name, String member, Object value) {
        Object members = wish.computeIfAbsent(name, made -> new LinkedHashMap<String, Object>());
        ((Map<String, Object>) members).put(member, value);
        return this;
    }

    /**
     * Means requests by method and path.
     *
     * @param method such as {@code GET}
     * @param path a pattern, such as {@code /v1/lotes/*}
     * @return the match
     */
    public static @NotNull FaultMatch request(@NotNull String method, @NotNull String path) {
        return new FaultMatch().method(method).path(path);
    }

    /**
     * Means requests of an API.
     *
     * @param api the short name, or {@code mock} for what the server answers for itself
     * @return this match
     */
    public @NotNull FaultMatch api(@NotNull String api) {
        return with("api", api);
    }

    /**
     * Means an open socket.
     *
     * @param number as the list of sockets has it
     * @return this match
     */
    public @NotNull FaultMatch socket(long number) {
        return with("socket", number);
    }

    /**
     * Means requests with a method.
     *
     * @param method such as {@code POST}
     * @return this match
     */
    public @NotNull FaultMatch method(@NotNull String method) {
        return with("method", method);
    }

    /**
     * Means requests for a path.
     *
     * @param path a pattern: {@code *} stands for any text within a segment, {@code **} for any number of segments
     * @return this match
     */
    public @NotNull FaultMatch path(@NotNull String path) {
        return with("path", path);
    }

    /**
     * Means requests of an operation.
     *
     * @param operationId its name in the API's document
     * @return this match
     */
    public @NotNull FaultMatch operationId(@NotNull String operationId) {
        return with("operationId", operationId);
    }

    /**
     * Means requests whose token belongs to an account.
     *
     * @param account its id
     * @return this match
     */
    public @NotNull FaultMatch account(@NotNull String account) {
        return with("account", account);
    }

    /**
     * Means requests with a parameter in their query.
     *
     * @param name its name
     * @param value its value
     * @return this match
     */
    public @NotNull FaultMatch query(@NotNull String name, @NotNull String value) {
        return within("query", name, value);
    }

    /**
     * Means requests that have a parameter in their query, or do not.
     *
     * @param name its name
     * @param present whether it must be there, or must not
     * @return this match
     */
    public @NotNull FaultMatch query(@NotNull String name, boolean present) {
        return within("query", name, present);
    }

    /**
     * Means requests with a header.
     *
     * @param name its name
     * @param value its value
     * @return this match
     */
    public @NotNull FaultMatch header(@NotNull String name, @NotNull String value) {
        return within("header", name, value);
    }

    /**
     * Means requests that have a header, or do not.
     *
     * @param name its name
     * @param present whether it must be there, or must not
     * @return this match
     */
    public @NotNull FaultMatch header(@NotNull String name, boolean present) {
        return within("header", name, present);
    }

    /**
     * Means requests whose JSON body has a member.
     *
     * @param name its name, or a JSON pointer
     * @param value its value
     * @return this match
     */
    public @NotNull FaultMatch body(@NotNull String name, @Nullable Object value) {
        return within("body", name, value);
    }

    Map<String, Object> wish() {
        return wish;
    }

    /** The conditions as JSON. */
    @Override
    public @NotNull String toString() {
        return Json.write(wish);
    }
}
