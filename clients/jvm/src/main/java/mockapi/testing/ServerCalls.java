// Written by script/generate from openapi/mock.yaml; do not edit.
package mockapi.testing;

import java.util.List;
import mockapi.testing.values.Activity;
import mockapi.testing.values.ConnectAddresses;
import mockapi.testing.values.ControlCall;
import mockapi.testing.values.DocumentList;
import mockapi.testing.values.Welcome;
import org.jetbrains.annotations.NotNull;
import org.jetbrains.annotations.Nullable;

/** The calls of a server. */
abstract class ServerCalls extends Part {
    ServerCalls(ControlPlane plane) { super(plane); }
    /** Say what this server is, which APIs it has, and where to go on. */
    public @NotNull Welcome welcome() { return call("welcome", "GET", "/").value(Welcome::new); }
    /** List the calls of the control plane; browsers get the live page. */
    public @NotNull List<ControlCall> calls() {
        return call("listCalls", "GET", "/_mock").list("calls", ControlCall::new);
    }
    /** List the API documents. */
    public @NotNull DocumentList documents() {
        return call("listDocuments", "GET", "/openapi").value(DocumentList::new);
    }
    /** Get an OpenAPI 3.1 document. */
    public @NotNull String document(@NotNull String file) {
        return call("getDocument", "GET", "/openapi/{file}", file).text();
    }
    /** Get the AsyncAPI 3 document of the sockets as YAML. */
    public @NotNull String socketsDocumentYaml() { return call("getSocketsAsYAML", "GET", "/asyncapi.yaml").text(); }
    /** Get the AsyncAPI 3 document of the sockets as JSON. */
    public @NotNull String socketsDocument() { return call("getSocketsAsJSON", "GET", "/asyncapi.json").text(); }
    /** Get the CA's certificate as PEM. */
    public @NotNull String authorityPem() { return call("getAuthorityPEM", "GET", "/_mock/ca.pem").text(); }
    /** List the calls of the control plane that changed something. */
    public @NotNull List<Activity> activity() { return activity(null, null); }
    /** List the calls of the control plane that changed something. */
    public @NotNull List<Activity> activity(@Nullable Long after, @Nullable Integer limit) {
        return call("listActivity", "GET", "/_mock/activity")
            .query("after", after)
            .query("limit", limit)
            .list("activity", Activity::new);
    }
    /** Get the addresses by which devices reach the server. */
    public @NotNull ConnectAddresses connectAddresses() {
        return call("connectAddresses", "GET", "/_mock/connect.json").value(ConnectAddresses::new);
    }
    /** Get what the server did, in numbers. */
    public @NotNull String metrics() { return call("metrics", "GET", "/_mock/metrics").text(); }
}
