package mockapi.suite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import mockapi.testing.Match;
import mockapi.testing.Times;
import mockapi.testing.World;
import mockapi.testing.junit5.MockApi;
import mockapi.testing.values.Entry;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@MockApi
class InterspaceTest {
    private InterspaceApp app;

    @BeforeEach
    void launch(World world) {
        app = new InterspaceApp(world.url("interspace"));
    }

    @Test
    void signsInAndShowsTheProfiles() {
        assertEquals("account_1", app.signIn("account@example.com", "secure_password"));

        assertEquals("johndoe", app.profiles().get(0).username);
    }

    @Test
    void refreshingGivesAnotherToken(World world) {
        app.signIn("account@example.com", "secure_password");

        String token = app.refresh();

        assertTrue(world.getTokens().inspect(token).isValid());
        assertEquals(3, app.profiles().size());
    }

    @Test
    void aProfileIsCreatedAndDeleted() {
        app.signIn("account@example.com", "secure_password");

        InterspaceApp.Profile created = app.createProfile("newcomer", "New Comer");
        assertTrue(app.profiles().stream().anyMatch(profile -> profile.username.equals("newcomer")));

        assertEquals(204, app.http.delete("/profiles/" + created.id).status);
        assertFalse(app.profiles().stream().anyMatch(profile -> profile.id.equals(created.id)));
    }

    @Test
    void aMintedTokenNeedsNoSignIn(World world) {
        String token = world.getTokens().mint("interspace", "account_1").getToken();

        app.http.useToken(token);

        assertEquals(3, app.profiles().size());
        world.getRequests().verify(new Match().operationId("login"), Times.never());
    }

    @Test
    void aRequestThatLeavesTheDocumentIsFound(World world) {
        app.signIn("account@example.com", "secure_password");

        app.http.post("/profiles", Map.of("username", "careless", "displayName", "Careless", "displayNam", "Careless"));

        world.getRequests().await(new Match().hasDeviations(true));
        List<Entry> deviating = world.getRequests().list(new Match().hasDeviations(true));
        assertEquals(1, deviating.size());
        assertEquals("createProfile", deviating.get(0).getOperationId());
        assertNotEquals(0, deviating.get(0).getDeviations().size());
        assertTrue(deviating.get(0).getDeviations().get(0).getMessage().contains("displayNam"));
    }
}
