package mockapi.testing;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jetbrains.annotations.NotNull;
import org.jetbrains.annotations.Nullable;

/** What is meant in the journal. All conditions must be fulfilled; without any, every exchange is meant. */
public final class Match {
    private final Map<String, Object> wish = new LinkedHashMap<>();

    /** Makes a match without conditions. */
    public Match() {
    }

    private Match with(String name, Object value) {
        wish.put(name, value);
        return this;
    }

    @SuppressWarnings("unchecked") // Only this method makes them.
    private Match within(String name, String member, Object value) {
        Object members = wish.computeIfAbsent(name, made -> new LinkedHashMap<String, Object>());
        ((Map<String, Object>) members).put(member, value);
        return this;
    }

    /**
     * Means requests by method and path.
     *
     * @param method such as {@code POST}
     * @param path a pattern, such as {@code /v1/lotes/*}
     * @return the match
     */
    public static @NotNull Match request(@NotNull String method, @NotNull String path) {
        return new Match().method(method).path(path);
    }

    /** {@return a match of frames that the server sent} */
    public static @NotNull Match sent() {
        return new Match().kind("frame").direction("sent");
    }

    /** {@return a match of frames that the server received from the app} */
    public static @NotNull Match received() {
        return new Match().kind("frame").direction("received");
    }

    /**
     * Means requests of an API.
     *
     * @param api the short name, or {@code mock} for what the server answers for itself
     * @return this match
     */
    public @NotNull Match api(@NotNull String api) {
        return with("api", api);
    }

    /**
     * Means requests with a method.
     *
     * @param method such as {@code POST}
     * @return this match
     */
    public @NotNull Match method(@NotNull String method) {
        return with("method", method);
    }

    /**
     * Means requests for a path.
     *
     * @param path a pattern: {@code *} stands for any text within a segment, {@code **} for any number of segments
     * @return this match
     */
    public @NotNull Match path(@NotNull String path) {
        return with("path", path);
    }

    /**
     * Means requests of an operation.
     *
     * @param operationId its name in the API's document
     * @return this match
     */
    public @NotNull Match operationId(@NotNull String operationId) {
        return with("operationId", operationId);
    }

    /**
     * Means requests whose token belongs to an account.
     *
     * @param account its id
     * @return this match
     */
    public @NotNull Match account(@NotNull String account) {
        return with("account", account);
    }

    /**
     * Means requests with a parameter in their query.
     *
     * @param name its name
     * @param value its value
     * @return this match
     */
    public @NotNull Match query(@NotNull String name, @NotNull String value) {
        return within("query", name, value);
    }

    /**
     * Means requests that have a parameter in their query, or do not.
     *
     * @param name its name
     * @param present whether it must be there, or must not
     * @return this match
     */
    public @NotNull Match query(@NotNull String name, boolean present) {
        return within("query", name, present);
    }

    /**
     * Means requests with a header.
     *
     * @param name its name
     * @param value its value
     * @return this match
     */
    public @NotNull Match header(@NotNull String name, @NotNull String value) {
        return within("header", name, value);
    }

    /**
     * Means requests that have a header, or do not.
     *
     * @param name its name
     * @param present whether it must be there, or must not
     * @return this match
     */
    public @NotNull Match header(@NotNull String name, boolean present) {
        return within("header", name, present);
    }

    /**
     * Means requests whose JSON body has a member.
     *
     * @param name its name, or a JSON pointer
     * @param value its value
     * @return this match
     */
    public @NotNull Match body(@NotNull String name, @Nullable Object value) {
        return within("body", name, value);
    }

    /**
     * Means answers with a status.
     *
     * @param status such as 404
     * @return this match
     */
    public @NotNull Match status(int status) {
        return with("status", status);
    }

    /**
     * Means answers with a kind of status.
     *
     * @param pattern such as {@code 404}, {@code 4xx}, or {@code none} for answers that were never sent
     * @return this match
     */
    public @NotNull Match status(@NotNull String pattern) {
        return with("status", pattern);
    }

    /**
     * Means entries of a device.
     *
     * @param id as the list of devices has it
     * @return this match
     */
    public @NotNull Match device(@NotNull String id) {
        return with("device", id);
    }

    /**
     * Means requests of a client's address.
     *
     * @param address such as {@code 127.0.0.1}
     * @return this match
     */
    public @NotNull Match remoteAddress(@NotNull String address) {
        return with("remoteAddress", address);
    }

    /**
     * Means requests and frames whose content has a text.
     *
     * @param text the text
     * @return this match
     */
    public @NotNull Match bodyContains(@NotNull String text) {
        return with("bodyContains", text);
    }

    /**
     * Means what came behind an entry.
     *
     * @param id the number, which is not meant itself
     * @return this match
     */
    public @NotNull Match since(long id) {
        return with("since", id);
    }

    /**
     * Means what came from a moment on.
     *
     * @param moment by the world's clock
     * @return this match
     */
    public @NotNull Match since(@NotNull Instant moment) {
        return with("since", moment.toString());
    }

    /**
     * Means what came up to an entry.
     *
     * @param id the number, which is meant itself
     * @return this match
     */
    public @NotNull Match until(long id) {
        return with("until", id);
    }

    /**
     * Means what came up to a moment.
     *
     * @param moment by the world's clock
     * @return this match
     */
    public @NotNull Match until(@NotNull Instant moment) {
        return with("until", moment.toString());
    }

    /**
     * Means a kind of entry; exchanges without it.
     *
     * @param kind {@code exchange}, {@code frame} or {@code any}
     * @return this match
     */
    public @NotNull Match kind(@NotNull String kind) {
        return with("kind", kind);
    }

    /**
     * Means frames of a socket.
     *
     * @param id the socket's number
     * @return this match
     */
    public @NotNull Match socket(long id) {
        return with("socket", String.valueOf(id));
    }

    /**
     * Means frames in one direction.
     *
     * @param direction {@code received} by the server, or {@code sent}
     * @return this match
     */
    public @NotNull Match direction(@NotNull String direction) {
        return with("direction", direction);
    }

    /**
     * Means what a fault happened to.
     *
     * @param fault the id or type of a fault
     * @return this match
     */
    public @NotNull Match fault(@NotNull String fault) {
        return with("fault", fault);
    }

    /**
     * Means requests that left their document, or did not.
     *
     * @param deviates whether it left its API's document
     * @return this match
     */
    public @NotNull Match hasDeviations(boolean deviates) {
        return with("hasDeviations", deviates);
    }

    /**
     * Means answers and frames that went out in a certain way.
     *
     * @param ending {@code whole}, {@code truncated}, {@code empty}, {@code reset}, {@code never} or {@code aborted}
     * @return this match
     */
    public @NotNull Match ending(@NotNull String ending) {
        return with("ending", ending);
    }

    /**
     * Means frames that arrived, or that did not. Without it, lists have both, and counting and verifying mean those
     * that arrived.
     *
     * @param delivered whether they arrived
     * @return this match
     */
    public @NotNull Match delivered(boolean delivered) {
        return with("delivered", String.valueOf(delivered));
    }

    /**
     * Means frames, whether they arrived or not.
     *
     * @return this match
     */
    public @NotNull Match deliveredOrNot() {
        return with("delivered", "any");
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
