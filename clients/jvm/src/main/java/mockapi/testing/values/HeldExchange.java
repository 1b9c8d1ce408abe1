// Written by script/generate from openapi/mock.yaml; do not edit.
package mockapi.testing.values;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jetbrains.annotations.NotNull;
import org.jetbrains.annotations.Nullable;

/** An exchange that a fault holds. Its times are real time. */
public final class HeldExchange extends Value {
    public HeldExchange(@NotNull Map<String, Object> json) { super(json); }
    public @NotNull String getId() { return text("id"); }
    /** {@return the id of the fault that holds it} */
    public @NotNull String getHeldBy() { return text("heldBy"); }
    /** {@return what waits} */
    public @NotNull String getPhase() { return text("phase"); }
    public @NotNull String getMethod() { return text("method"); }
    public @NotNull String getPath() { return text("path"); }
    public @Nullable String getQuery() { return textOrNull("query"); }
    public @NotNull String getApi() { return text("api"); }
    public @Nullable String getOperationId() { return textOrNull("operationId"); }
    /** {@return whose token came along} */
    public @Nullable String getAccount() { return textOrNull("account"); }
    /** {@return the id of the device that called} */
    public @NotNull String getDevice() { return text("device"); }
    /** {@return of the response that waits; missing for a request} */
    public @Nullable Integer getStatus() { return integerOrNull("status"); }
    public @NotNull Instant getSince() { return time("since"); }
    /** {@return when it goes on by itself} */
    public @NotNull Instant getUntil() { return time("until"); }
    /** {@return the request, only of a single exchange} */
    public @Nullable Request getRequest() { return valueOrNull("request", Request::new); }
    /** {@return the response that waits, only of a single exchange; missing for a request} */
    public @Nullable Response getResponse() { return valueOrNull("response", Response::new); }
    /** The request, only of a single exchange. */
    public static final class Request extends Value {
        public Request(@NotNull Map<String, Object> json) { super(json); }
        /** {@return names and values; a list for a name that came more than once} */
        public @NotNull Map<String, List<String>> getHeaders() { return headers("headers"); }
        /** {@return as many came} */
        public long getBodyBytes() { return number("bodyBytes"); }
        /** {@return the body, with secrets redacted: JSON as such, text, or bytes in base64} */
        public @Nullable Object getBody() { return any("body"); }
        /** {@return the encoding of the body} */
        public @Nullable String getEncoding() { return textOrNull("encoding"); }
        /** {@return true when only the beginning was kept} */
        public boolean isTruncated() { return flag("truncated"); }
    }
    /** The response that waits, only of a single exchange; missing for a request. */
    public static final class Response extends Value {
        public Response(@NotNull Map<String, Object> json) { super(json); }
        public int getStatus() { return integer("status"); }
        /** {@return names and values; a list for a name that came more than once} */
        public @NotNull Map<String, List<String>> getHeaders() { return headers("headers"); }
        /** {@return as many are to go out} */
        public long getBodyBytes() { return number("bodyBytes"); }
        /** {@return true for an endless body, which is not kept} */
        public boolean isStreamed() { return flag("streamed"); }
        /** {@return the body, with secrets redacted: JSON as such, text, or bytes in base64} */
        public @Nullable Object getBody() { return any("body"); }
        /** {@return the encoding of the body} */
        public @Nullable String getEncoding() { return textOrNull("encoding"); }
        /** {@return true when only the beginning was kept} */
        public boolean isTruncated() { return flag("truncated"); }
        /** {@return how long a fault delays it} */
        public @Nullable Long getDelayMilliseconds() { return numberOrNull("delayMilliseconds"); }
        /** {@return the rate that a fault set} */
        public @Nullable Long getBytesPerSecond() { return numberOrNull("bytesPerSecond"); }
    }
}
