package mockapi.suite;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** An app of Interspace, with models from its document. */
final class InterspaceApp {
    final Http http;
    private String refreshToken;

    InterspaceApp(String baseUrl) {
        http = new Http(baseUrl);
    }

    /** Gives the account's id. */
    String signIn(String email, String password) {
        Map<String, Object> session = http.post("/auth/login", Map.of("email", email, "password", password)).json();
        return (String) ((Map<?, ?>) keep(session).get("account")).get("id");
    }

    /** Gives the new access token. */
    String refresh() {
        Map<String, Object> session = http.post("/auth/refresh", Map.of("refreshToken", refreshToken)).json();
        return (String) keep(session).get("accessToken");
    }

    List<Profile> profiles() {
        return http.get("/profiles").list("profiles").stream().map(Profile::new).collect(Collectors.toList());
    }

    Profile createProfile(String username, String displayName) {
        return new Profile(http.post("/profiles", Map.of("username", username, "displayName", displayName)).json());
    }

    private Map<String, Object> keep(Map<String, Object> session) {
        refreshToken = (String) session.get("refreshToken");
        http.useToken((String) session.get("accessToken"));
        return session;
    }

    static final class Profile {
        final String id;
        final String username;

        Profile(Map<?, ?> json) {
            id = (String) json.get("id");
            username = (String) json.get("username");
        }
    }
}
