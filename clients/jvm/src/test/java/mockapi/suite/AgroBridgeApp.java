package mockapi.suite;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** An app of AgroBridge, with models from its document. */
public final class AgroBridgeApp {
    public final Http http;

    public AgroBridgeApp(String baseUrl) {
        http = new Http(baseUrl);
    }

    public User signIn(String email, String password) {
        Map<String, Object> session = http.post("/auth/login", Map.of("email", email, "password", password)).json();
        http.useToken((String) session.get("token"));
        return new User((Map<?, ?>) session.get("user"));
    }

    public Lote createLote(String nombre, String ubicacion, String tipoCultivo, double areaHectareas) {
        return new Lote(http.post("/lotes", Map.of("nombre", nombre, "ubicacion", ubicacion, "tipoCultivo", tipoCultivo,
            "areaHectareas", areaHectareas)).json());
    }

    Lote lote(String id) {
        return new Lote(http.get("/lotes/" + id).json());
    }

    List<Lote> lotes() {
        return http.get("/lotes").list("lotes").stream().map(Lote::new).collect(Collectors.toList());
    }

    /** As the app does it: once more when the server is not available. */
    List<Lote> lotesWithRetry() {
        Http.ClientResponse response = http.get("/lotes");
        return (response.status == 503 ? http.get("/lotes") : response).list("lotes").stream().map(Lote::new)
            .collect(Collectors.toList());
    }

    public static final class User {
        final String id;
        final String nombre;

        User(Map<?, ?> json) {
            id = (String) json.get("id");
            nombre = (String) json.get("nombre");
        }
    }

    public static final class Lote {
        final String id;
        final String nombre;
        final double areaHectareas;

        Lote(Map<?, ?> json) {
            id = (String) json.get("id");
            nombre = (String) json.get("nombre");
            areaHectareas = ((Number) json.get("areaHectareas")).doubleValue();
        }
    }
}
