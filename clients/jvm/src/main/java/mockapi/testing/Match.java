// Written by script/generate from openapi/mock.yaml; do not edit.
package mockapi.testing;

import java.time.Instant;
import org.jetbrains.annotations.NotNull;
import org.jetbrains.annotations.Nullable;

/** What is meant in the journal. All conditions must be met; without any, every exchange is meant. */
public final class Match extends Options<Match> {
    /** Makes one without conditions. */
    public Match() {
    }
    @Override
    Match self() { return this; }
    /**
     * Means requests by method and path.
     * @param method such as {@code POST}
     * @param path a pattern, such as {@code /v1/lotes/*}
     */
    public static @NotNull Match request(@NotNull String method, @NotNull String path) {
        return new Match().method(method).path(path);
    }
    /**
     * Means requests by a text.
     * @param request a method and a path, such as {@code GET /v1/lotes}, or a path alone
     */
    public static @NotNull Match request(@NotNull String request) {
        String[] words = request.split(" +", 2);
        return words.length > 1 ? request(words[0], words[1]) : new Match().path(request);
    }
    /** {@return a match of frames that the server sent} */
    public static @NotNull Match sent() { return new Match().kind("frame").direction("sent"); }
    /** {@return a match of frames that the server received from the app} */
    public static @NotNull Match received() { return new Match().kind("frame").direction("received"); }
    /** Means requests of an operation. */
    public static @NotNull Match operation(@NotNull String operationId) { return new Match().operationId(operationId); }
    public @NotNull Match path(@NotNull String path) { return with("path", path); }
    public @NotNull Match method(@NotNull String method) { return with("method", method); }
    public @NotNull Match status(@NotNull String status) { return with("status", status); }
    public @NotNull Match status(int status) { return with("status", status); }
    /** The short name of an API, or {@code mock} for the server's own API. */
    public @NotNull Match api(@NotNull String api) { return with("api", api); }
    public @NotNull Match operationId(@NotNull String operationId) { return with("operationId", operationId); }
    public @NotNull Match account(@NotNull String account) { return with("account", account); }
    public @NotNull Match account(long account) { return with("account", account); }
    public @NotNull Match remoteAddress(@NotNull String remoteAddress) { return with("remoteAddress", remoteAddress); }
    public @NotNull Match device(@NotNull String device) { return with("device", device); }
    /**
     * Wants a member: {@code name} or {@code name:value}, or an object of names and values; true is present, false
     * absent.
     */
    public @NotNull Match header(@NotNull String name, @NotNull String value) { return within("header", name, value); }
    /**
     * Wants a member: {@code name} or {@code name:value}, or an object of names and values; true is present, false
     * absent.
     */
    public @NotNull Match header(@NotNull String name, boolean value) { return within("header", name, value); }
    /**
     * Wants a member: {@code name} or {@code name:value}, or an object of names and values; true is present, false
     * absent.
     */
    public @NotNull Match query(@NotNull String name, @NotNull String value) { return within("query", name, value); }
    /**
     * Wants a member: {@code name} or {@code name:value}, or an object of names and values; true is present, false
     * absent.
     */
    public @NotNull Match query(@NotNull String name, boolean value) { return within("query", name, value); }
    /** Wants a member: Properties of a JSON body or form, by names with dots or by JSON pointers, and their values. */
    public @NotNull Match body(@NotNull String name, @Nullable Object value) { return within("body", name, value); }
    public @NotNull Match bodyContains(@NotNull String bodyContains) { return with("bodyContains", bodyContains); }
    /** The number of an entry, or a time. {@code since} excludes the entry of that number. */
    public @NotNull Match since(long since) { return with("since", since); }
    /** The number of an entry, or a time. {@code since} excludes the entry of that number. */
    public @NotNull Match since(@NotNull Instant since) { return with("since", since); }
    /** The number of an entry, or a time. {@code since} excludes the entry of that number. */
    public @NotNull Match until(long until) { return with("until", until); }
    /** The number of an entry, or a time. {@code since} excludes the entry of that number. */
    public @NotNull Match until(@NotNull Instant until) { return with("until", until); }
    public @NotNull Match kind(@NotNull String kind) { return with("kind", kind); }
    public @NotNull Match socket(@NotNull String socket) { return with("socket", socket); }
    public @NotNull Match socket(long socket) { return with("socket", socket); }
    public @NotNull Match direction(@NotNull String direction) { return with("direction", direction); }
    public @NotNull Match fault(@NotNull String fault) { return with("fault", fault); }
    public @NotNull Match hasDeviations(boolean hasDeviations) { return with("hasDeviations", hasDeviations); }
    /**
     * How the response was sent: {@code whole}; {@code truncated}, {@code empty}, {@code reset} or {@code never}
     * because of a fault; or {@code aborted}, because the client disconnected, read nothing for too long, or the
     * server stopped. Of a frame: {@code whole}; {@code never}, because a fault dropped it or delayed it until the
     * socket closed; {@code reset}, because the connection was reset before; or {@code aborted}, because the socket
     * closed before.
     */
    public @NotNull Match ending(@NotNull String ending) { return with("ending", ending); }
    /**
     * Frames that arrived, that did not, or both; without {@code kind}, it selects frames. Without it and {@code
     * ending}, only frames that arrived are counted.
     */
    public @NotNull Match delivered(@NotNull String delivered) { return with("delivered", delivered); }
    /**
     * Frames that arrived, that did not, or both; without {@code kind}, it selects frames. Without it and {@code
     * ending}, only frames that arrived are counted.
     */
    public @NotNull Match delivered(boolean delivered) { return with("delivered", delivered); }
}
