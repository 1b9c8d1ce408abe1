// Written by script/generate from openapi/mock.yaml; do not edit.
package mockapi.testing;

import org.jetbrains.annotations.NotNull;
import org.jetbrains.annotations.Nullable;

/** What a fault happens to. All conditions must be met. */
public final class FaultMatch extends Options<FaultMatch> {
    /** Makes one without conditions. */
    public FaultMatch() {
    }
    @Override
    FaultMatch self() { return this; }
    /**
     * Means requests by method and path.
     * @param method such as {@code POST}
     * @param path a pattern, such as {@code /v1/lotes/*}
     */
    public static @NotNull FaultMatch request(@NotNull String method, @NotNull String path) {
        return new FaultMatch().method(method).path(path);
    }
    /**
     * Means requests by a text.
     * @param request a method and a path, such as {@code GET /v1/lotes}, or a path alone
     */
    public static @NotNull FaultMatch request(@NotNull String request) {
        String[] words = request.split(" +", 2);
        return words.length > 1 ? request(words[0], words[1]) : new FaultMatch().path(request);
    }
    /** Means requests of an operation. */
    public static @NotNull FaultMatch operation(@NotNull String operationId) {
        return new FaultMatch().operationId(operationId);
    }
    /** The short name of an API, or {@code mock} for the server's own API. */
    public @NotNull FaultMatch api(@NotNull String api) { return with("api", api); }
    public @NotNull FaultMatch method(@NotNull String method) { return with("method", method); }
    /**
     * A pattern: {@code *} stands for any text within a segment, {@code **} for any number of segments. After a
     * question mark, the query must be the same.
     */
    public @NotNull FaultMatch path(@NotNull String path) { return with("path", path); }
    public @NotNull FaultMatch operationId(@NotNull String operationId) { return with("operationId", operationId); }
    /** That of a valid token, by its id or by its e-mail address. */
    public @NotNull FaultMatch account(@NotNull String account) { return with("account", account); }
    /** That of a valid token, by its id or by its e-mail address. */
    public @NotNull FaultMatch account(long account) { return with("account", account); }
    /** The id of the device that called, as {@code GET /_mock/devices} lists it. */
    public @NotNull FaultMatch device(@NotNull String device) { return with("device", device); }
    /** An open socket by its number. */
    public @NotNull FaultMatch socket(@NotNull String socket) { return with("socket", socket); }
    /** An open socket by its number. */
    public @NotNull FaultMatch socket(long socket) { return with("socket", socket); }
    /** Wants a member: Parameters of the query and their values, true for present and false for absent. */
    public @NotNull FaultMatch query(@NotNull String name, @NotNull String value) {
        return within("query", name, value);
    }
    /** Wants a member: Parameters of the query and their values, true for present and false for absent. */
    public @NotNull FaultMatch query(@NotNull String name, boolean value) { return within("query", name, value); }
    /** Wants a member: Headers and their values, true for present and false for absent. */
    public @NotNull FaultMatch header(@NotNull String name, @NotNull String value) {
        return within("header", name, value);
    }
    /** Wants a member: Headers and their values, true for present and false for absent. */
    public @NotNull FaultMatch header(@NotNull String name, boolean value) { return within("header", name, value); }
    /** Wants a member: Properties of a JSON body or form, by names with dots or by JSON pointers, and their values. */
    public @NotNull FaultMatch body(@NotNull String name, @Nullable Object value) {
        return within("body", name, value);
    }
}
