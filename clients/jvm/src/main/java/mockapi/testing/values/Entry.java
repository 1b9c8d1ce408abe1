// Written by script/generate from openapi/mock.yaml; do not edit.
package mockapi.testing.values;

import java.util.List;
import java.util.Map;
import org.jetbrains.annotations.NotNull;
import org.jetbrains.annotations.Nullable;

/**
 * An exchange with its request and what its client got of the response, or a frame with its payload. Without a status
 * the client got none.
 */
public final class Entry extends Summary {
    public Entry(@NotNull Map<String, Object> json) { super(json); }
    public @Nullable Request getRequest() { return valueOrNull("request", Request::new); }
    public @Nullable Response getResponse() { return valueOrNull("response", Response::new); }
    /** {@return the body, with secrets redacted: JSON as such, text, or bytes in base64} */
    public @Nullable Object getPayload() { return any("payload"); }
    /** {@return the encoding of the body} */
    public @Nullable String getEncoding() { return textOrNull("encoding"); }
    /** {@return true when only the beginning was kept} */
    public boolean isTruncated() { return flag("truncated"); }
    /** {@code request} of {@code Entry}. */
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
    /** {@code response} of {@code Entry}. */
    public static final class Response extends Value {
        public Response(@NotNull Map<String, Object> json) { super(json); }
        public @Nullable Integer getStatus() { return integerOrNull("status"); }
        /** {@return names and values; a list for a name that came more than once} */
        public @NotNull Map<String, List<String>> getHeaders() { return headers("headers"); }
        /** {@return as many were to go out} */
        public long getBodyBytes() { return number("bodyBytes"); }
        /** {@return true for an endless body, which is not kept} */
        public boolean isStreamed() { return flag("streamed"); }
        /** {@return the body, with secrets redacted: JSON as such, text, or bytes in base64} */
        public @Nullable Object getBody() { return any("body"); }
        /** {@return the encoding of the body} */
        public @Nullable String getEncoding() { return textOrNull("encoding"); }
        /** {@return true when only the beginning was kept} */
        public boolean isTruncated() { return flag("truncated"); }
        /** {@return how long a fault delayed it} */
        public @Nullable Long getDelayMilliseconds() { return numberOrNull("delayMilliseconds"); }
        /** {@return the rate that a fault set} */
        public @Nullable Long getBytesPerSecond() { return numberOrNull("bytesPerSecond"); }
    }
}
